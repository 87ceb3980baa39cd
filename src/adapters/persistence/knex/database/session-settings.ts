/**
 * What our statements rely on. `ALTER ROLE` and `ALTER DATABASE` may have other defaults, meant for other programs. Not among them:
 * default_transaction_read_only, by which operators keep Parley from writing, and search_path, by which they choose its schema.
 */
const relied: Readonly<Record<string, string>> = {
  // Otherwise transactions keep their first snapshot: they fail where others write, and building an index waits for them.
  default_transaction_isolation: "read committed",
  // Whoever is idle here is a pool, or waits for news.
  idle_session_timeout: "0",
  // The limit of statements includes waiting for locks.
  lock_timeout: "0",
  // Fewer digits would round times and scores.
  extra_float_digits: "1",
  // A limit would leave out random results of searches.
  gin_fuzzy_search_limit: "0",
  // The driver reads and writes these forms.
  array_nulls: "on",
  bytea_output: "hex",
  datestyle: "ISO",
  intervalstyle: "postgres",
  standard_conforming_strings: "on",
  timezone: "UTC",
  transform_null_equals: "off",
  // With many queries at once, compiling and parallel workers cost more to start than they save.
  jit: "off",
  max_parallel_workers_per_gather: "0",
};

/**
 * Compresses long values with LZ4, where PostgreSQL is built with it. Its own method takes up to ten times as long, which counts where a
 * long value changes often, such as the reactions of a popular message.
 */
const fastCompression = `SELECT set_config(name, 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)`;

/** The first statements of each connection. */
export const sessionSettings = (given: Readonly<Record<string, string>> = {}): string =>
  [
    ...Object.entries({ ...given, ...relied }).map(([name, value]) => `SET ${name} = '${value}'`),
    // Since PostgreSQL 17.
    "SELECT set_config('transaction_timeout', '0', false) WHERE current_setting('server_version_num')::integer >= 170000",
    fastCompression,
  ].join("; ");
