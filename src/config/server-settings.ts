import { invitationLifetime } from "../domain/invitations/invitation";
import { hidden, optional, setting } from "./setting";
import { addresses, integerBetween, networks, oneOf, secret, text } from "./setting-values";
import { baseUrl, databaseUrl, originUrl, url } from "./url-values";

/** The server's mode, addresses and limits. */
export const serverSettings = {
  host: setting("PARLEY_HOST", "127.0.0.1", text, "Address to listen on"),
  port: setting("PARLEY_PORT", "9991", integerBetween(0, 65_535), "Port to listen on; 0 picks a free one"),
  metricsPort: optional(
    "PARLEY_METRICS_PORT",
    integerBetween(0, 65_535),
    "Port for Prometheus metrics, at /metrics; off by default",
  ),
  metricsHost: setting(
    "PARLEY_METRICS_HOST",
    "127.0.0.1",
    text,
    "Address to listen on for metrics; anyone who reaches it may read them",
  ),
  tracesUrl: hidden(
    "PARLEY_TRACES_URL",
    url("http:", "https:"),
    "Where to send OpenTelemetry traces, as OTLP over HTTP, for example http://127.0.0.1:4318/v1/traces; off by default",
  ),
  otlpEndpoint: hidden(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    baseUrl("http:", "https:"),
    "OpenTelemetry's standard setting: the same address without /v1/traces. OpenTelemetry's other settings apply too",
  ),
  otlpServiceName: setting("OTEL_SERVICE_NAME", "parley", text, "The name of this server in traces"),
  dataDir: setting(
    "PARLEY_DATA_DIR",
    "data",
    text,
    "Folder for all stored data: database, files, the server's secret",
  ),
  url: optional(
    "PARLEY_URL",
    originUrl("http:", "https:"),
    "The server's address in browsers, without a path; by default http:// and the address it listens on",
  ),
  databaseUrl: hidden(
    "DATABASE_URL",
    databaseUrl,
    "A PostgreSQL server to use, 15 or newer; by default Parley starts its own in the data folder",
  ),
  databasePoolSize: setting(
    "PARLEY_DATABASE_POOL",
    "10",
    integerBetween(5, 200),
    "Maximum database connections for reading; there are as many for changes, four to follow the log, one to listen and eight for background work",
  ),
  realmMemoryMib: setting(
    "PARLEY_REALM_MEMORY_MIB",
    "256",
    integerBetween(16, 1_000_000),
    "Memory for organizations' users and channels; beyond it, the least recently used organizations are unloaded",
  ),
  mode: setting(
    "PARLEY_MODE",
    "production",
    oneOf("production", "development"),
    "development lets anyone log in without a password; only on a loopback address",
  ),
  secret: hidden(
    "PARLEY_SECRET",
    secret,
    "The secret from which API keys are derived; all nodes need the same; by default generated once and stored in the data folder",
  ),
  callsPerMinute: setting(
    "PARLEY_CALLS_PER_MINUTE",
    "2000",
    integerBetween(0, 1_000_000),
    "Maximum API calls per minute of one user, and of all bots of one owner together; 0 for no limit",
  ),
  connectionsPerNetwork: setting(
    "PARLEY_CONNECTIONS_PER_NETWORK",
    "1000",
    integerBetween(0, 1_000_000),
    "Maximum simultaneous connections from one network (an IPv4 address or an IPv6 /64), or requests from it through a trusted proxy; 0 for no limit",
  ),
  logLevel: setting(
    "PARLEY_LOG_LEVEL",
    "info",
    oneOf("debug", "info", "warn", "error", "silent"),
    "How much to log",
  ),
  trustedProxies: setting(
    "PARLEY_TRUSTED_PROXIES",
    "loopback",
    networks,
    "Proxies whose X-Forwarded-For is trusted: addresses, networks, or Express's names for them",
  ),
  archiveDays: setting(
    "PARLEY_ARCHIVE_DAYS",
    "30",
    integerBetween(0, 36_500),
    "Days for which deleted messages can be restored, before they are removed permanently",
  ),
  auditDays: setting(
    "PARLEY_AUDIT_DAYS",
    "400",
    integerBetween(0, 36_500),
    "Days to keep entries of the audit log; 0 keeps them forever",
  ),
  invitationsPerDay: setting(
    "PARLEY_INVITATIONS_PER_DAY",
    "1000",
    integerBetween(0, 1_000_000),
    "Maximum people an organization may invite by mail per day; 0 for no limit",
  ),
  invitationMinutes: setting(
    "PARLEY_INVITATION_MINUTES",
    "14400",
    integerBetween(invitationLifetime.least, invitationLifetime.most),
    "Minutes until an invitation expires by default; 14400 are ten days",
  ),
  webhookAllow: optional(
    "PARLEY_WEBHOOK_ALLOW",
    addresses,
    "Private addresses and networks that outgoing webhooks may call, for example 10.1.2.3,192.168.0.0/16; by default none, or this machine in development",
  ),
};
