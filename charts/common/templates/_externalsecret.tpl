{{/*
The Secrets that ExternalSecrets make, as a YAML list: the value that has the source, the value that names the Secret, its name, the
keys that the chart reads, and the source. An entry of `providers` is the file itself; other entries have a property for each key.
*/}}
{{- define "common.externalSecrets" -}}
{{- $secrets := list -}}
{{- with .Values.externalSecret -}}
{{- if .enabled -}}
{{- $secrets = append $secrets (dict "value" "externalSecret" "of" "existingSecret" "name" $.Values.existingSecret "keys" (include "common.secrets" $ | fromYamlArray) "source" .) -}}
{{- with .migration -}}
{{- $secrets = append $secrets (dict "value" "externalSecret.migration" "of" "migration.existingSecret" "suffix" "migration" "name" $.Values.migration.existingSecret "keys" (list "DATABASE_URL") "source" .) -}}
{{- end -}}
{{- with .providers -}}
{{- $secrets = append $secrets (dict "value" "externalSecret.providers" "of" "providers.existingSecret" "suffix" "providers" "name" $.Values.providers.existingSecret "keys" (list $.Values.providers.key) "source" . "isFile" true) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $given := list -}}
{{- range $secrets -}}
{{- if or .source.remoteKey .source.data .source.dataFrom }}{{ $given = append $given (set . "source" (pick .source "remoteKey" "data" "dataFrom")) }}{{ end -}}
{{- end -}}
{{- toYaml $given -}}
{{- end }}

{{/*
Hooks, because the migration is one, and a Secret has to exist before it: Helm creates these first, and the pod of the migration waits
for its Secret. Helm deletes and creates a hook anew at each upgrade. The Secret stays meanwhile, because it has no owner.
*/}}
{{- define "common.externalsecret" -}}
{{- $name := include "common.name" . -}}
{{- range $index, $secret := include "common.externalSecrets" . | fromYamlArray }}
{{- if $index }}
---
{{ end }}
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  {{- include "common.metadata" (dict "context" $ "name" (list $name .suffix | compact | join "-")) | nindent 2 }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: "-10"
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  secretStoreRef:
    {{- toYaml $.Values.externalSecret.secretStoreRef | nindent 4 }}
  refreshInterval: {{ $.Values.externalSecret.refreshInterval }}
  target:
    name: {{ .name }}
    creationPolicy: Orphan
    deletionPolicy: Retain
  {{- with .source.dataFrom }}
  dataFrom:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if or .source.remoteKey .source.data }}
  data:
    {{- range (empty .source.remoteKey | ternary list .keys) }}
    - secretKey: {{ . }}
      remoteRef:
        key: {{ $secret.source.remoteKey | quote }}
        {{- if not $secret.isFile }}
        property: {{ . }}
        {{- end }}
    {{- end }}
    {{- with .source.data }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end }}
{{- end }}

{{/*
What is wrong with the values of ExternalSecrets, as a YAML list.
*/}}
{{- define "common.externalSecretProblems" -}}
{{- $problems := list -}}
{{- if (.Values.externalSecret).enabled -}}
{{- $secrets := include "common.externalSecrets" . | fromYamlArray -}}
{{- if not .Values.externalSecret.secretStoreRef.name -}}
{{- $problems = append $problems "externalSecret.secretStoreRef.name is required with externalSecret.enabled" -}}
{{- end -}}
{{- if not $secrets -}}
{{- $problems = append $problems "externalSecret.remoteKey, data or dataFrom is required with externalSecret.enabled" -}}
{{- end -}}
{{- range $secret := $secrets -}}
{{- if not .name -}}
{{- $problems = append $problems (printf "%s is required with %s: the name of the Secret that it makes" .of .value) -}}
{{- end -}}
{{- if and .source.remoteKey (or .source.data .source.dataFrom) -}}
{{- $problems = append $problems (printf "%s must have either remoteKey, or data and dataFrom" .value) -}}
{{- end -}}
{{- if and .source.data (not .source.dataFrom) -}}
{{- $made := list -}}
{{- range .source.data }}{{ $made = append $made .secretKey }}{{ end -}}
{{- range .keys -}}
{{- if not (has . $made) }}{{ $problems = append $problems (printf "%s.data lacks the key %s" $secret.value .) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $problems -}}
{{- end }}
