{{/*
The certificate for calls between services, by cert-manager. Pods wait for its Secret. No hook needs it: migrations make no calls.
*/}}
{{- define "common.certificate" -}}
{{- if (.Values.rpcCertificate).enabled -}}
{{- $name := include "common.name" . -}}
{{- with .Values.rpcCertificate -}}
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  {{- include "common.metadata" (dict "context" $ "name" (printf "%s-rpc-tls" $name)) | nindent 2 }}
spec:
  secretName: {{ (include "common.rpcTls" $ | fromJson).existingSecret }}
  issuerRef:
    {{- toYaml .issuerRef | nindent 4 }}
  dnsNames:
    - {{ $name }}
    - {{ $name }}.{{ $.Release.Namespace }}
    - {{ $name }}.{{ $.Release.Namespace }}.svc
    {{- range .dnsNames }}
    - {{ . | quote }}
    {{- end }}
  # A service shows the same certificate to those whom it calls and to those who call it.
  usages:
    - digital signature
    - client auth
    - server auth
  duration: {{ .duration }}
  renewBefore: {{ .renewBefore }}
  privateKey:
    rotationPolicy: Always
    algorithm: {{ .privateKey.algorithm }}
    {{- if ne .privateKey.algorithm "Ed25519" }}
    size: {{ .privateKey.size }}
    {{- end }}
{{- end }}
{{- end }}
{{- end }}
