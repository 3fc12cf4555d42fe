{{/*
The pod of a program that runs to its end beside the service. `program` is a file of the image's dist folder, `database` the Secret
with its DATABASE_URL, `config` its variables: a job must not depend on the ConfigMap, which does not exist before an installation.
*/}}
{{- define "common.jobPod" -}}
{{- $job := .job -}}
{{- with .context -}}
metadata:
  labels:
    {{- include "common.labels" (dict "context" . "component" $job.component) | nindent 4 }}
spec:
  {{- include "common.podSecurity" . | nindent 2 }}
  serviceAccountName: default
  {{- with include "common.imagePullSecrets" . }}
  {{- . | nindent 2 }}
  {{- end }}
  restartPolicy: Never
  {{- with .Values.extraInitContainers }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $job.component }}
      image: {{ include "common.image" . }}
      imagePullPolicy: {{ include "common.imagePullPolicy" . }}
      args: [{{ printf "dist/%s.js" $job.program | quote }}]
      {{- include "common.containerSecurity" . | nindent 6 }}
      {{- with .Values.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      env:
        {{- range $name, $value := $job.config }}
        - name: {{ $name }}
          value: {{ include "common.text" $value | quote }}
        {{- end }}
        - name: DATABASE_URL_FILE
          value: /run/secrets/database/DATABASE_URL
        {{- range $job.secrets }}
        - name: {{ . }}_FILE
          value: /run/secrets/patchbay/{{ . }}
        {{- end }}
        {{- with .Values.extraCa.existingSecret }}
        - name: NODE_EXTRA_CA_CERTS
          value: /run/secrets/extra-ca/{{ $.context.Values.extraCa.key }}
        {{- end }}
        {{- with .Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      resources:
        {{- toYaml $job.resources | nindent 8 }}
      volumeMounts:
        - { name: database, mountPath: /run/secrets/database, readOnly: true }
        {{- if $job.secrets }}
        - { name: secrets, mountPath: /run/secrets/patchbay, readOnly: true }
        {{- end }}
        {{- if .Values.extraCa.existingSecret }}
        - { name: extra-ca, mountPath: /run/secrets/extra-ca, readOnly: true }
        {{- end }}
        {{- with .Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: database
      secret:
        secretName: {{ $job.database }}
        defaultMode: 0440
        items:
          - { key: DATABASE_URL, path: DATABASE_URL }
    {{- if $job.secrets }}
    - name: secrets
      secret:
        secretName: {{ .Values.existingSecret }}
        defaultMode: 0440
        items:
          {{- range $job.secrets }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
    {{- end }}
    {{- with .Values.extraCa.existingSecret }}
    - name: extra-ca
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}
