{{- define "common.service" -}}
{{- $facts := include "common.facts" . | fromJson -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
  {{- with .Values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .Values.service.type }}
  selector:
    {{- include "common.selectorLabels" . | nindent 4 }}
  ports:
    - name: {{ $facts.serves }}
      port: {{ $facts.port }}
      targetPort: {{ $facts.serves }}
      # Connect-RPC over HTTP/1.1, as the API.
      appProtocol: {{ include "common.scheme" (dict "context" . "serves" $facts.serves) }}
    - name: admin
      port: {{ $facts.adminPort }}
      targetPort: admin
      appProtocol: http
{{- end }}
