{{/*
The service of this chart: what libs/platform and the service's config.ts say of it, generated into the chart as files/facts.json.
*/}}
{{- define "common.facts" -}}
{{- .Files.Get "files/facts.json" -}}
{{- end }}

{{/*
The name of a service in this installation: of its resources, and the host by which others call it. `global` says it for all charts, so
that each knows the names of the others.
*/}}
{{- define "common.nameOf" -}}
{{- $global := .context.Values.global | default dict -}}
{{- get ($global.serviceNames | default dict) .service | default (list $global.namePrefix .service | compact | join "-") -}}
{{- end }}

{{/*
The name of the resources of this chart: that of the service, whatever the release is called. So services find each other, and a
service can move from a release of its own into one of the platform (`helm upgrade --take-ownership`). A second installation in a
namespace has a prefix.
*/}}
{{- define "common.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if .Values.nameOverride -}}
{{- list (.Values.global).namePrefix .Values.nameOverride | compact | join "-" -}}
{{- else -}}
{{- include "common.nameOf" (dict "context" . "service" .Chart.Name) -}}
{{- end -}}
{{- end }}

{{/*
What selects the pods that serve. Never changed: Kubernetes refuses to change the selector of a Deployment. The name alone keeps two
installations of a namespace apart: it is that of the Service, which exists once. The release is missing on purpose: a service may move
to another one.
*/}}
{{- define "common.selectorLabels" -}}
app.kubernetes.io/name: {{ include "common.name" . }}
app.kubernetes.io/component: server
app.kubernetes.io/part-of: patchbay
{{- end }}

{{- define "common.labels" -}}
{{- $component := .component | default "server" -}}
{{- with .context -}}
app.kubernetes.io/name: {{ include "common.name" . }}
app.kubernetes.io/component: {{ $component }}
app.kubernetes.io/part-of: patchbay
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}
{{- end }}

{{- define "common.metadata" -}}
{{- $component := .component | default "server" -}}
{{- $name := .name -}}
{{- with .context -}}
name: {{ $name | default (include "common.name" .) }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "common.labels" (dict "context" . "component" $component) | nindent 2 }}
{{- end }}
{{- end }}

{{/*
`rpcTls` as JSON; without certificates, an empty object.
*/}}
{{- define "common.rpcTls" -}}
{{- if kindIs "map" .Values.rpcTls }}{{ toJson .Values.rpcTls }}{{ else }}{}{{ end -}}
{{- end }}

{{/*
The ports that a service listens on, as a YAML list: the one without TLS, with `rpcTls` one with TLS, and both of them while it is
introduced. HTTP is served without TLS, behind an ingress that has the certificate.
*/}}
{{- define "common.ports" -}}
{{- $tls := include "common.rpcTls" .context | fromJson -}}
{{- $hasTls := and (eq .of.serves "rpc") $tls.existingSecret -}}
{{- if or (not $hasTls) (has $tls.plainCalls (list "sent" "accepted")) }}
- { name: {{ .of.serves }}, port: {{ .of.port }}, scheme: http }
{{- end }}
{{- if $hasTls }}
- { name: rpc-tls, port: {{ .of.tlsPort }}, scheme: https }
{{- end }}
{{- end }}

{{- define "common.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "common.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{/*
A digest wins over a tag. The tag is that of this chart, then that of the platform, then the version that the chart was made for.
*/}}
{{- define "common.image" -}}
{{- $image := .Values.image -}}
{{- $global := (.Values.global).image | default dict -}}
{{- $registry := $image.registry | default $global.registry -}}
{{- $tag := $image.tag | default $global.tag | default .Chart.AppVersion -}}
{{- if $registry }}{{ trimSuffix "/" $registry }}/{{ end }}{{ $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ include "common.text" $tag }}{{ end }}
{{- end }}

{{- define "common.imagePullPolicy" -}}
{{- .Values.image.pullPolicy | default ((.Values.global).image).pullPolicy | default "IfNotPresent" -}}
{{- end }}

{{- define "common.imagePullSecrets" -}}
{{- $secrets := .Values.imagePullSecrets | default (.Values.global).imagePullSecrets -}}
{{- with $secrets -}}
imagePullSecrets:
  {{- range . }}
  - name: {{ .name }}
  {{- end }}
{{- end }}
{{- end }}
