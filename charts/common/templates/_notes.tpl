{{/*
What Helm prints after an installation.
*/}}
{{- define "common.notes" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $name := include "common.name" . -}}
{{ $name }} {{ .Chart.AppVersion }} is installed in {{ .Release.Namespace }}.

  kubectl --namespace {{ .Release.Namespace }} rollout status deployment/{{ $name }}
  helm --namespace {{ .Release.Namespace }} test {{ .Release.Name }}

{{- range include "common.ports" (dict "context" . "of" $facts) | fromYamlArray }}
It serves {{ upper $facts.serves }} at {{ .scheme }}://{{ $name }}.{{ $.Release.Namespace }}:{{ .port }}.
{{- end }}
{{- if has (include "common.rpcTls" . | fromJson).plainCalls (list "sent" "accepted") }}
Calls without TLS still work (rpcTls.plainCalls): go on with the next step of docs/operations.md, "TLS between services".
{{- end }}
{{- if eq $facts.serves "http" }}
{{- if not (or .Values.ingress.enabled .Values.httpRoute.enabled) }}
Nothing outside of the cluster reaches it: set ingress or httpRoute, or try it on this machine:

  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ $name }} {{ $facts.port }}
{{- end }}
{{- end }}
{{- end }}
