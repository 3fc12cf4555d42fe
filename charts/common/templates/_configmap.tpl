{{- define "common.configmap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
data:
  {{- range $name, $value := include "common.config" . | fromYaml }}
  {{ $name }}: {{ $value | toString | quote }}
  {{- end }}
{{- end }}
