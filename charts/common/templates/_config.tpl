{{/*
The variables of a service that are no secrets, as YAML. From weakest to strongest: what follows from the design (addresses of the
called services, how long a stop takes), `global.config` where the service reads that variable, `config`.
*/}}
{{- define "common.config" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $config := dict
  "OTEL_SERVICE_NAME" $facts.service
  "STOP_DELAY_SECONDS" $facts.stop.delaySeconds
  "STOP_TIMEOUT_SECONDS" $facts.stop.timeoutSeconds -}}
{{- $sendsPlain := eq (toString (include "common.rpcTls" . | fromJson).plainCalls) "sent" -}}
{{- range $facts.calls -}}
{{- $ports := include "common.ports" (dict "context" $ "of" .) | fromYamlArray -}}
{{- $port := ternary (first $ports) (last $ports) $sendsPlain -}}
{{- $_ := set $config .variable (printf "%s://%s:%v" $port.scheme (include "common.nameOf" (dict "context" $ "service" .service)) $port.port) -}}
{{- end -}}
{{- $ports := include "common.ports" (dict "context" . "of" $facts) | fromYamlArray -}}
{{- if eq (last $ports).name "rpc-tls" -}}
{{- $_ := set $config "RPC_PORT" $facts.tlsPort -}}
{{- if gt (len $ports) 1 }}{{ $_ := set $config "RPC_PLAIN_PORT" $facts.port }}{{ end -}}
{{- end -}}
{{- range $name, $value := (.Values.global).config -}}
{{- if or (hasKey $facts.variables $name) (hasPrefix "OTEL_" $name) -}}
{{- $_ := set $config $name $value -}}
{{- end -}}
{{- end -}}
{{- range $name, $value := .Values.config -}}
{{- $_ := set $config $name $value -}}
{{- end -}}
{{- toYaml $config -}}
{{- end }}

{{/*
A number, flag or text as a process reads it. Numbers of values are floats, and those above a million would be written as 1e+06.
*/}}
{{- define "common.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}

{{/*
The secrets that the pod needs, as a YAML list: those that the service does not start without, and those that
`optionalSecrets` names. Each is a key of `existingSecret`, named like its variable.
*/}}
{{- define "common.secrets" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $names := .Values.optionalSecrets | default list -}}
{{- range $name, $variable := $facts.variables -}}
{{- if and $variable.secret $variable.required -}}
{{- $names = append $names $name -}}
{{- end -}}
{{- end -}}
{{- $names | uniq | sortAlpha | toYaml -}}
{{- end }}

{{/*
Where secrets are mounted: files that only the user of the process reads.
*/}}
{{- define "common.env" -}}
{{- $facts := include "common.facts" . | fromJson -}}
- name: PATCHBAY_POD
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ include "common.resourceAttributes" . | quote }}
{{- range include "common.secrets" . | fromYamlArray }}
- name: {{ . }}_FILE
  value: /run/secrets/patchbay/{{ . }}
{{- end }}
{{- with (include "common.rpcTls" . | fromJson).existingSecret }}
- name: RPC_TLS_CERTIFICATE_FILE
  value: /run/secrets/rpc-tls/tls.crt
- name: RPC_TLS_KEY_FILE
  value: /run/secrets/rpc-tls/tls.key
- name: RPC_TLS_CA_FILE
  value: /run/secrets/rpc-tls/ca.crt
{{- end }}
{{- with (.Values.kafkaTls).existingSecret }}
- name: KAFKA_SSL_CA_LOCATION
  value: /run/secrets/kafka-tls/ca.crt
{{- if $.Values.kafkaTls.clientCertificate }}
- name: KAFKA_SSL_CERTIFICATE_LOCATION
  value: /run/secrets/kafka-tls/tls.crt
- name: KAFKA_SSL_KEY_LOCATION
  value: /run/secrets/kafka-tls/tls.key
{{- end }}
{{- end }}
{{- with (.Values.providers).existingSecret }}
- name: PROVIDERS_FILE
  value: /run/secrets/providers/{{ $.Values.providers.key }}
{{- end }}
{{- with (.Values.marks).existingSecret }}
- name: MARKS_DIR
  value: /run/secrets/marks
{{- end }}
{{- with .Values.extraCa.existingSecret }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/secrets/extra-ca/{{ $.Values.extraCa.key }}
{{- end }}
{{- end }}

{{/*
Says of whom metrics and traces are; those of `config` come after ours, and win.
*/}}
{{- define "common.resourceAttributes" -}}
{{- $config := include "common.config" . | fromYaml -}}
k8s.namespace.name={{ .Release.Namespace }},k8s.pod.name=$(PATCHBAY_POD)
{{- with $config.OTEL_RESOURCE_ATTRIBUTES }},{{ . }}{{ end }}
{{- end }}

{{- define "common.volumeMounts" -}}
{{- if include "common.secrets" . | fromYamlArray }}
- name: secrets
  mountPath: /run/secrets/patchbay
  readOnly: true
{{- end }}
{{- range include "common.files" . | fromYamlArray }}
- name: {{ .name }}
  mountPath: /run/secrets/{{ .name }}
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "common.volumes" -}}
{{- if include "common.secrets" . | fromYamlArray }}
- name: secrets
  secret:
    secretName: {{ .Values.existingSecret }}
    defaultMode: 0440
    items:
      {{- range include "common.secrets" . | fromYamlArray }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}
{{- range include "common.files" . | fromYamlArray }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
Secrets that are mounted whole, as a YAML list of their name in the pod and in the namespace.
*/}}
{{- define "common.files" -}}
{{- $files := list -}}
{{- range $name, $secret := dict "rpc-tls" (include "common.rpcTls" . | fromJson).existingSecret "kafka-tls" (.Values.kafkaTls).existingSecret "providers" (.Values.providers).existingSecret "marks" (.Values.marks).existingSecret "extra-ca" .Values.extraCa.existingSecret -}}
{{- if $secret -}}
{{- $files = append $files (dict "name" $name "secret" $secret) -}}
{{- end -}}
{{- end -}}
{{- toYaml $files -}}
{{- end }}
