{{/*
The Secrets that the process reads at its start alone, as a YAML list of their names and, where not all of them count, their keys. Those
of `rpcTls` and `kafkaTls` are missing: the process reads them again.
*/}}
{{- define "common.secretsReadAtStart" -}}
{{- $secrets := list -}}
{{- with include "common.secrets" . | fromYamlArray -}}
{{- $secrets = append $secrets (dict "name" $.Values.existingSecret "keys" .) -}}
{{- end -}}
{{- $names := list (.Values.providers).existingSecret (.Values.marks).existingSecret .Values.extraCa.existingSecret -}}
{{- range .Values.extraEnv }}{{ $names = append $names ((.valueFrom).secretKeyRef).name }}{{ end -}}
{{- range .Values.extraEnvFrom }}{{ $names = append $names (.secretRef).name }}{{ end -}}
{{- range .Values.extraVolumes }}{{ $names = append $names (.secret).secretName }}{{ end -}}
{{- range $names | compact | uniq | sortAlpha -}}
{{- $secrets = append $secrets (dict "name" .) -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end }}

{{/*
A checksum of what these Secrets contain now. Empty if none is found: before an installation, and where Helm asks no cluster, as for
`helm template`. One checksum of all, with keys of 32 random bytes among them, lets nobody guess a password from it.
*/}}
{{- define "common.secretsChecksum" -}}
{{- $found := dict -}}
{{- if .Values.restartOnSecretChange.checksum -}}
{{- range $secret := include "common.secretsReadAtStart" . | fromYamlArray -}}
{{- $data := (lookup "v1" "Secret" $.Release.Namespace $secret.name).data | default dict -}}
{{- range $key, $value := $data -}}
{{- if or (not $secret.keys) (has $key $secret.keys) }}{{ $_ := set $found (printf "%s/%s" $secret.name $key) $value }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $found }}{{ toJson . | sha256sum }}{{ end -}}
{{- end }}

{{/*
Annotations of the Deployment by which Reloader knows what to watch.
*/}}
{{- define "common.reloaderAnnotations" -}}
{{- if eq .Values.restartOnSecretChange.reloader "auto" -}}
reloader.stakater.com/auto: "true"
{{- else if eq .Values.restartOnSecretChange.reloader "secrets" -}}
{{- $names := list -}}
{{- range include "common.secretsReadAtStart" . | fromYamlArray }}{{ $names = append $names .name }}{{ end -}}
{{- with $names | uniq -}}
secret.reloader.stakater.com/reload: {{ join "," . | quote }}
{{- end -}}
{{- end -}}
{{- end }}
