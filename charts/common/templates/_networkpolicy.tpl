{{/*
Everything is denied that is not named here: to the port of the service its callers alone, to the admin port what
`monitoringFrom` names, outwards the services that it calls, the name servers of the cluster, and `networkPolicy.egress`.
*/}}
{{- define "common.networkpolicy" -}}
{{- if .Values.networkPolicy.enabled -}}
{{- $facts := include "common.facts" . | fromJson -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
spec:
  podSelector:
    # The pods that serve, and those of the jobs beside them.
    matchLabels:
      app.kubernetes.io/name: {{ include "common.name" . }}
      app.kubernetes.io/part-of: patchbay
  policyTypes: [Ingress, Egress]
  ingress:
    - ports:
        {{- range include "common.ports" (dict "context" . "of" $facts) | fromYamlArray }}
        - port: {{ .name }}
        {{- end }}
        {{- if include "common.grpcPort" . }}
        - port: grpc
        {{- end }}
      from:
        {{- range $facts.callers }}
        - podSelector:
            matchLabels:
              app.kubernetes.io/name: {{ include "common.nameOf" (dict "context" $ "service" .) }}
              app.kubernetes.io/component: server
              app.kubernetes.io/part-of: patchbay
        {{- end }}
        - podSelector:
            matchLabels:
              app.kubernetes.io/name: {{ include "common.name" . }}
              app.kubernetes.io/component: test
              app.kubernetes.io/part-of: patchbay
        {{- with .Values.networkPolicy.ingressFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    - ports:
        - port: admin
      from:
        - podSelector:
            matchLabels:
              app.kubernetes.io/name: {{ include "common.name" . }}
              app.kubernetes.io/component: test
              app.kubernetes.io/part-of: patchbay
        {{- with .Values.networkPolicy.monitoringFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  egress:
    - ports:
        {{- range .Values.networkPolicy.dns.ports }}
        - { port: {{ . }}, protocol: UDP }
        - { port: {{ . }}, protocol: TCP }
        {{- end }}
      to:
        {{- toYaml .Values.networkPolicy.dns.to | nindent 8 }}
    {{- range $facts.calls }}
    - ports:
        {{- range include "common.ports" (dict "context" $ "of" .) | fromYamlArray }}
        - port: {{ .port }}
        {{- end }}
      to:
        - podSelector:
            matchLabels:
              app.kubernetes.io/name: {{ include "common.nameOf" (dict "context" $ "service" .service) }}
              app.kubernetes.io/component: server
              app.kubernetes.io/part-of: patchbay
    {{- end }}
    # What a test of this chart calls.
    - to:
        - podSelector:
            matchLabels:
              {{- include "common.selectorLabels" . | nindent 14 }}
    {{- with .Values.networkPolicy.egress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}
