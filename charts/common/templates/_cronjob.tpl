{{/*
A program that runs now and then, or, suspended, whenever an operator starts it: `kubectl create job --from=cronjob/<name> <name>`.
*/}}
{{- define "common.cronjob" -}}
{{- $job := .job -}}
{{- with .context -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  {{- include "common.metadata" (dict "context" . "component" $job.component "name" (printf "%s-%s" (include "common.name" .) $job.component)) | nindent 2 }}
spec:
  schedule: {{ $job.schedule | default "0 0 1 1 *" | quote }}
  timeZone: Etc/UTC
  suspend: {{ not $job.schedule }}
  concurrencyPolicy: Forbid
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        {{- include "common.jobPod" (dict "context" . "job" $job) | nindent 8 }}
{{- end }}
{{- end }}
