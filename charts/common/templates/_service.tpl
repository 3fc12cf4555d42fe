{{- define "common.service" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $ports := include "common.ports" (dict "context" . "of" $facts) | fromYamlArray -}}
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
    {{- range $ports }}
    - name: {{ .name }}
      port: {{ .port }}
      targetPort: {{ .name }}
      # Connect-RPC over HTTP/1.1, as the API.
      appProtocol: {{ .scheme }}
    {{- end }}
    {{- if include "common.grpcPort" . }}
    - name: grpc
      port: {{ include "common.grpcPort" . }}
      targetPort: grpc
      appProtocol: {{ eq (last $ports).scheme "https" | ternary "https" "kubernetes.io/h2c" }}
    {{- end }}
    {{- if eq .Values.service.type "ClusterIP" }}
    {{- include "common.adminServicePort" $facts | nindent 4 }}
    {{- else }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "common.metadata" (dict "context" . "name" (include "common.adminServiceName" .)) | nindent 2 }}
spec:
  type: ClusterIP
  selector:
    {{- include "common.selectorLabels" . | nindent 4 }}
  ports:
    {{- include "common.adminServicePort" $facts | nindent 4 }}
    {{- end }}
{{- end }}

{{/*
The port of gRPC; empty: none.
*/}}
{{- define "common.grpcPort" -}}
{{- with (include "common.config" . | fromYaml).GRPC_PORT }}{{ include "common.text" . }}{{ end -}}
{{- end }}

{{/*
Where /metrics and /readyz are asked for: the Service itself, unless it is reached from outside of the cluster.
*/}}
{{- define "common.adminServiceName" -}}
{{- include "common.name" . }}{{ if ne .Values.service.type "ClusterIP" }}-admin{{ end -}}
{{- end }}

{{- define "common.adminServicePort" -}}
- name: admin
  port: {{ .adminPort }}
  targetPort: admin
  appProtocol: http
{{- end }}
