import { hidden, setting } from "./setting";
import { integerBetween, oneOf, url, urls } from "./setting-values";

/** How several processes share the work. */
export const scaleSettings = {
  wakeup: setting(
    "PARLEY_WAKEUP",
    "postgres",
    oneOf("postgres", "redis", "nats"),
    "How processes on one database tell each other of changes: postgres for NOTIFY, which does for about ten of them, or redis or nats",
  ),
  role: setting(
    "PARLEY_ROLE",
    "all",
    oneOf("all", "web", "jobs"),
    "What this process does: web serves people, jobs sends mail and notifications, calls bots and tidies up, all does both; there must be one that does each",
  ),
  drainSeconds: setting(
    "PARLEY_DRAIN_SECONDS",
    "5",
    integerBetween(1, 600),
    "For how long a process that ends waits for requests that it has taken, and then for jobs that are under way",
  ),
  redisUrl: hidden(
    "PARLEY_REDIS_URL",
    url("redis:", "rediss:"),
    "A Redis or Valkey server, as in redis://user:password@host:6379; rediss:// encrypts",
  ),
  natsUrl: hidden(
    "PARLEY_NATS_URL",
    urls("nats:", "tls:"),
    "A NATS server, or several with commas, as in nats://user:password@host:4222; tls:// encrypts",
  ),
};
