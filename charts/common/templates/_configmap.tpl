{{- define "common.configmap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
data:
  {{- range $name, $value := omit (include "common.config" . | fromYaml) "OTEL_RESOURCE_ATTRIBUTES" }}
  {{ $name }}: {{ include "common.text" $value | quote }}
  {{- end }}
{{- end }}
