import { hidden, setting } from "./setting";
import { countOrAuto, integerBetween, oneOf } from "./setting-values";
import { serverUrl, serverUrls } from "./url-values";

/** How several processes share the work. */
export const scaleSettings = {
  processes: setting(
    "PARLEY_PROCESSES",
    "1",
    countOrAuto(64),
    "How many processes of this machine share the port and the work; auto for one per processor",
  ),
  wakeup: setting(
    "PARLEY_WAKEUP",
    "postgres",
    oneOf("postgres", "redis", "nats"),
    "How processes on one database notify each other of changes: postgres for NOTIFY, which suffices for about ten processes, or redis or nats",
  ),
  role: setting(
    "PARLEY_ROLE",
    "all",
    oneOf("all", "web", "jobs"),
    "What this process does: web serves clients; jobs sends mail and notifications, calls bots and cleans up; all does both. At least one process must do each",
  ),
  drainSeconds: setting(
    "PARLEY_DRAIN_SECONDS",
    "5",
    integerBetween(1, 600),
    "Seconds that a stopping process waits for its requests, and then for its running jobs",
  ),
  redisUrl: hidden(
    "PARLEY_REDIS_URL",
    // The path is the number of a database.
    serverUrl(["redis:", "rediss:"], /^(\/\d*)?$/),
    "A Redis or Valkey server, for example redis://user:password@host:6379; rediss:// encrypts",
  ),
  natsUrl: hidden(
    "PARLEY_NATS_URL",
    serverUrls("nats:", "tls:"),
    "NATS servers, separated by commas, for example nats://user:password@host:4222; tls:// encrypts",
  ),
};
