{{/*
What every pod of Patchbay has in common: the `restricted` pod security level, no token, where it may run.
*/}}
{{- define "common.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "common.withoutNull" .Values.podSecurityContext | nindent 2 }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "common.containerSecurity" -}}
securityContext:
  {{- include "common.withoutNull" .Values.securityContext | nindent 2 }}
{{- end }}

{{/*
A map as YAML, without the keys that are null: Helm removes those of the values of a chart, but not all of those of a chart in another.
*/}}
{{- define "common.withoutNull" -}}
{{- $given := dict -}}
{{- range $key, $value := . -}}
{{- if not (kindIs "invalid" $value) }}{{ $_ := set $given $key $value }}{{ end -}}
{{- end -}}
{{- toYaml $given -}}
{{- end }}
