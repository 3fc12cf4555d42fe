{{/*
Migrates the schema before an installation and before each upgrade, with the account that owns it: the service's own cannot change
it. If it fails, Helm stops there and the old version goes on serving, because every version runs on the schema of the next one too.
*/}}
{{- define "common.migration" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- if and $facts.database .Values.migration.enabled -}}
{{- $config := pick (include "common.config" . | fromYaml) "LOG_LEVEL" -}}
{{- $job := dict
  "component" "migration"
  "program" "main-migrate"
  "database" .Values.migration.existingSecret
  "config" (set $config "OTEL_SERVICE_NAME" $facts.service)
  "secrets" list
  "resources" .Values.migration.resources -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- include "common.metadata" (dict "context" . "component" "migration" "name" (printf "%s-migration" (include "common.name" .))) | nindent 2 }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    # A failed one stays, with its log, until the next attempt.
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: {{ .Values.migration.backoffLimit }}
  activeDeadlineSeconds: {{ include "common.text" .Values.migration.activeDeadlineSeconds }}
  template:
    {{- include "common.jobPod" (dict "context" . "job" $job) | nindent 4 }}
{{- end }}
{{- end }}
