{{/*
Seals what is stored again with the first of SEALING_KEYS, after a rotation. Suspended: `kubectl create job --from=cronjob/…` runs it.
*/}}
{{- define "common.reseal" -}}
{{- $config := pick (include "common.config" . | fromYaml) "LOG_LEVEL" -}}
{{- $secrets := list "SEALING_KEYS" -}}
{{- /* Commands go past a pooler. */ -}}
{{- if has "DATABASE_SESSION_URL" .Values.optionalSecrets -}}
{{- $secrets = append $secrets "DATABASE_SESSION_URL" -}}
{{- end -}}
{{- $job := dict
  "component" "reseal"
  "program" "main-reseal"
  "database" .Values.existingSecret
  "config" (set $config "OTEL_SERVICE_NAME" .Chart.Name)
  "secrets" $secrets
  "resources" .Values.migration.resources -}}
{{- include "common.cronjob" (dict "context" . "job" $job) -}}
{{- end }}
