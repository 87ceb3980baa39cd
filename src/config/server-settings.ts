import { longestInvitation } from "../domain/invitation";
import { hidden, optional, setting } from "./setting";
import { addresses, integerBetween, networks, oneOf, secret, text, url } from "./setting-values";

/** What the server is, where it listens, and what it allows. */
export const serverSettings = {
  host: setting("PARLEY_HOST", "127.0.0.1", text, "Address to listen on"),
  port: setting("PARLEY_PORT", "9991", integerBetween(0, 65_535), "Port to listen on; 0 takes a free one"),
  metricsPort: optional(
    "PARLEY_METRICS_PORT",
    integerBetween(0, 65_535),
    "Port for figures in the text format of Prometheus, at /metrics; by default there are none",
  ),
  metricsHost: setting(
    "PARLEY_METRICS_HOST",
    "127.0.0.1",
    text,
    "Address to listen on for figures; whoever reaches it may read them",
  ),
  dataDir: setting(
    "PARLEY_DATA_DIR",
    "data",
    text,
    "Folder for everything that is kept: database, files, the server's secret",
  ),
  url: optional(
    "PARLEY_URL",
    url("http:", "https:"),
    "Where people reach the server, as in their browser; by default http:// and the address it listens on",
  ),
  databaseUrl: hidden(
    "DATABASE_URL",
    url("postgres:", "postgresql:"),
    "A PostgreSQL server to use, 15 or newer; by default Parley starts its own in the data folder",
  ),
  databasePoolSize: setting(
    "PARLEY_DATABASE_POOL",
    "10",
    integerBetween(5, 200),
    "Connections to the database for reading, at most; there are as many for changes, five for following the log, and eight for work in the background",
  ),
  realmMemoryMib: setting(
    "PARLEY_REALM_MEMORY_MIB",
    "256",
    integerBetween(16, 1_000_000),
    "Memory for what organizations are made of, people and channels; beyond it, those that nobody uses are let go",
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
    "What API keys are derived from; several nodes need the same; by default made once and kept in the data folder",
  ),
  callsPerMinute: setting(
    "PARLEY_CALLS_PER_MINUTE",
    "2000",
    integerBetween(0, 1_000_000),
    "API calls that one user may make in a minute; 0 for any number",
  ),
  connectionsPerNetwork: setting(
    "PARLEY_CONNECTIONS_PER_NETWORK",
    "1000",
    integerBetween(0, 1_000_000),
    "Connections that one network (an IPv4 address or an IPv6 /64) may hold at a time, or requests where a trusted proxy brings them; 0 for any number",
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
    "Proxies whose X-Forwarded-For is believed, for limits by address: addresses, networks, or words for them",
  ),
  archiveDays: setting(
    "PARLEY_ARCHIVE_DAYS",
    "30",
    integerBetween(0, 36_500),
    "For how many days deleted messages can be brought back, before they are removed for good",
  ),
  auditDays: setting(
    "PARLEY_AUDIT_DAYS",
    "400",
    integerBetween(0, 36_500),
    "For how many days the audit log tells who did what; 0 for all time",
  ),
  invitationsPerDay: setting(
    "PARLEY_INVITATIONS_PER_DAY",
    "1000",
    integerBetween(0, 1_000_000),
    "How many people an organization may invite by mail in a day; 0 for any number",
  ),
  invitationMinutes: setting(
    "PARLEY_INVITATION_MINUTES",
    "14400",
    integerBetween(1, longestInvitation),
    "For how many minutes an invitation is good whose inviter says nothing of it; 14400 are ten days",
  ),
  webhookAllow: optional(
    "PARLEY_WEBHOOK_ALLOW",
    addresses,
    "Private addresses and networks that outgoing webhooks may go to, as 10.1.2.3,192.168.0.0/16; by default none, in development this machine's own",
  ),
};
