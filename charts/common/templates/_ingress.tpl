{{- define "common.ingress" -}}
{{- if .Values.ingress.enabled -}}
{{- $facts := include "common.facts" . | fromJson -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
  {{- with .Values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tlsSecret }}
  tls:
    - secretName: {{ . }}
      hosts: [{{ $.Values.ingress.host | quote }}]
  {{- end }}
  rules:
    - host: {{ .Values.ingress.host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "common.name" . }}
                port:
                  name: {{ $facts.serves }}
{{- end }}
{{- end }}

{{- define "common.httproute" -}}
{{- if .Values.httpRoute.enabled -}}
{{- $facts := include "common.facts" . | fromJson -}}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
  {{- with .Values.httpRoute.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  parentRefs:
    {{- toYaml .Values.httpRoute.parentRefs | nindent 4 }}
  hostnames:
    {{- toYaml .Values.httpRoute.hostnames | nindent 4 }}
  rules:
    - backendRefs:
        - name: {{ include "common.name" . }}
          port: {{ $facts.port }}
{{- end }}
{{- end }}
