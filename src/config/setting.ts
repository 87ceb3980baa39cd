import type * as t from "io-ts";

/** A setting of the server, read from one environment variable. */
export interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  /** In the variable's text form; undefined if the setting may be absent. */
  readonly fallback: string | undefined;
  readonly codec: t.Decoder<string, A>;
  /** Error messages omit a secret's value, because they may end up in a log. */
  readonly isSecret: boolean;
}

/** A setting with a default. */
export const setting = <A>(
  variable: string,
  fallback: string,
  codec: t.Decoder<string, A>,
  meaning: string,
): Setting<A> => ({ variable, fallback, codec, meaning, isSecret: false });

/** A setting that may be absent. */
export const optional = <A>(
  variable: string,
  codec: t.Decoder<string, A>,
  meaning: string,
): Setting<A | undefined> => ({ variable, fallback: undefined, codec, meaning, isSecret: false });

/** A setting that may be absent and is secret. */
export const hidden = <A>(
  variable: string,
  codec: t.Decoder<string, A>,
  meaning: string,
): Setting<A | undefined> => ({ ...optional(variable, codec, meaning), isSecret: true });
