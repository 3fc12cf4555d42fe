{{- define "common.serviceaccount" -}}
{{- if .Values.serviceAccount.create -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "common.metadata" (dict "context" . "name" (include "common.serviceAccountName" .)) | nindent 2 }}
  {{- with .Values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
# No process of Patchbay asks the API of Kubernetes.
automountServiceAccountToken: false
{{- end }}
{{- end }}
