import type * as t from "io-ts";

export type Codec<A> = t.Type<A, string, string>;

/** A setting of the server, read from one environment variable. */
export interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  /** As text, the way the variable would have it; undefined where the setting may be absent. */
  readonly fallback: string | undefined;
  readonly codec: Codec<A>;
}
