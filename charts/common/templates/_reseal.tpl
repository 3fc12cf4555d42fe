{{/*
Seals what is stored again with the first of SEALING_KEYS, after a rotation. Suspended: `kubectl create job --from=cronjob/…` runs it.
*/}}
{{- define "common.reseal" -}}
{{- $config := pick (include "common.config" . | fromYaml) "LOG_LEVEL" -}}
{{- $job := dict
  "component" "reseal"
  "program" "main-reseal"
  "database" .Values.existingSecret
  "config" (set $config "OTEL_SERVICE_NAME" (include "common.name" .))
  "secrets" (list "SEALING_KEYS")
  "resources" .Values.migration.resources -}}
{{- include "common.cronjob" (dict "context" . "job" $job) -}}
{{- end }}
