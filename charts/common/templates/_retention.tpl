{{/*
Removes old months of the audit trail. As the role that owns the schema: the service's own may only add entries.
*/}}
{{- define "common.retention" -}}
{{- $config := pick (include "common.config" . | fromYaml) "LOG_LEVEL" "HEAD_VERIFYING_KEYS" -}}
{{- $_ := set $config "OTEL_SERVICE_NAME" .Chart.Name -}}
{{- $_ := set $config "RETENTION_MONTHS" .Values.retention.months -}}
{{- $job := dict
  "component" "retention"
  "program" "main-retain"
  "schedule" .Values.retention.schedule
  "database" (.Values.retention.existingSecret | default .Values.migration.existingSecret)
  "config" $config
  "secrets" (list "HEAD_SIGNING_KEY")
  "resources" .Values.retention.resources -}}
{{- include "common.cronjob" (dict "context" . "job" $job) -}}
{{- end }}
