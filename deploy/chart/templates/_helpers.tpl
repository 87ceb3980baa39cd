{{- define "parley.labels" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* The settings that the templates rely on. */}}
{{- define "parley.ownSettings" -}}
PARLEY_HOST: 0.0.0.0
PARLEY_PORT: 9991
PARLEY_DATA_DIR: /data
PARLEY_DRAIN_SECONDS: {{ .Values.drainSeconds }}
{{- if .Values.metrics.enabled }}
PARLEY_METRICS_HOST: 0.0.0.0
PARLEY_METRICS_PORT: {{ .Values.metrics.port }}
{{- end }}
{{- with .role }}
PARLEY_ROLE: {{ . }}
{{- end }}
{{- end }}

{{- /*
Settings are part of the pod, not a ConfigMap: Helm deletes the ConfigMap of the previous revision as soon as it has updated the
deployments, and then a container of a pod that the update hasn't reached yet couldn't start again.
*/}}
{{- /* Numbers in a values file arrive as floats, which toString writes as 1.048576e+06 from seven digits on. */}}
{{- define "parley.settingText" -}}
{{- if kindIs "float64" . -}}
{{- if eq . (floor .) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- else }}{{ toString . }}{{ end -}}
{{- end }}

{{- define "parley.environment" -}}
env:
  {{- range $name, $value := merge (include "parley.ownSettings" . | fromYaml) .Values.settings }}
  - { name: {{ $name }}, value: {{ include "parley.settingText" $value | quote }} }
  {{- end }}
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
{{- end }}

{{- define "parley.security" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}
