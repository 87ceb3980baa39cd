import * as TE from "fp-ts/TaskEither";
import { type Bound, bindUseCases, type Needs, type Use } from "../../../application/bind-use-cases";
import type { Decoded, Parameters } from "../../zulip-wire/codecs/parameter";
import type { Schema } from "../../zulip-wire/codecs/schema";
import type { DeferredAnswer } from "../reply/deferred-answer";
import type { HttpError } from "../reply/http-error";
import type { Reply } from "../reply/reply";
import type { EndpointCost } from "./cost-limits";
import type { RequestContext, SignedInContext, SpectatorContext, WebhookContext } from "./request-context";

type Json = Readonly<Record<string, unknown>>;
/** The fields of a JSON answer, or another kind of reply. */
type Answer = Json | Reply;

/** The files an endpoint takes: one streamed into the store, or a small one read into memory. */
export type FileRule =
  | { readonly to: "store" }
  | { readonly to: "memory"; readonly mostMib: number; readonly whenNotOne: string };

interface Shape<Path extends Parameters, P extends Parameters> {
  readonly method: "get" | "post" | "patch" | "delete" | "put";
  /**
   * Below `/api/v1`, or at the root for `rootEndpoints`. A name in braces is a parameter of `path`; one
   * behind a plus matches the rest of the path.
   */
  readonly at: string;
  /** Section of the API document. */
  readonly section?: string;
  readonly summary: string;
  readonly path: Path;
  readonly params: P;
  /** Fields of a success other than `result` and `msg`. */
  readonly response: Readonly<Record<string, Schema>>;
  /** Content type of a success that isn't JSON. */
  readonly answersWith?: string;
  /** The cost class whose limit it shares; the default follows from its kind. */
  readonly cost?: EndpointCost;
  /** For lists whose entries cost much: a request with more entries than this, by the parameter's name, is of class `bulk`. */
  readonly bulkBeyond?: Readonly<Partial<Record<keyof P & string, number>>>;
}

/** A public endpoint is open to anyone; the others need an API key. */
type Endpoint<Path extends Parameters, P extends Parameters, Callable> = Shape<Path, P> &
  (
    | {
        readonly caller: "anyone";
        readonly run: (
          callable: Callable,
          context: RequestContext,
          input: Decoded<Path & P>,
        ) => TE.TaskEither<HttpError, Answer>;
      }
    | {
        /** Also open to requests without an account, which see only web-public content. */
        readonly caller: "spectator";
        readonly run: (
          callable: Callable,
          context: SpectatorContext,
          input: Decoded<Path & P>,
        ) => TE.TaskEither<HttpError, Answer>;
      }
    | {
        /** Another program, authenticated by a bot's key in the URL. */
        readonly caller: "webhook";
        readonly run: (
          callable: Callable,
          context: WebhookContext,
          input: Decoded<Path & P>,
        ) => TE.TaskEither<HttpError, Json>;
      }
    | {
        readonly caller: "user";
        /** Whether bots are refused. */
        readonly forPeopleOnly?: true;
        /** The least role required. The use case checks again, because the role may have changed by then. */
        readonly forAtLeast?: "administrator" | "owner";
        /** Whether incoming webhook bots may call it. */
        readonly forWebhooksToo?: true;
        /** Files are read before `run` is called: with `to: "store"`, they are stored then, and removed if it fails. */
        readonly takesFile?: FileRule;
        readonly run: (
          callable: Callable,
          context: SignedInContext,
          input: Decoded<Path & P>,
        ) => TE.TaskEither<HttpError, Answer> | DeferredAnswer;
      }
  );

/**
 * An endpoint, by the services it needs. Its other type parameters matter only at its declaration; the router
 * sees what all endpoints share.
 */
// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant
export type AnyEndpoint<Services = never> = Endpoint<any, any, any> & {
  /** The use case that `run` calls, given its services. */
  readonly use: (services: Services) => unknown;
};

/**
 * Declares an endpoint: its route, decoding, errors and documentation follow. `use` names the use case that
 * `run` calls, or a record of several; the router binds them to the services once, at startup.
 */
export const endpoint = <Path extends Parameters, P extends Parameters, U extends Use>(
  declared: Endpoint<Path, P, Bound<U>> & { readonly use: U },
): AnyEndpoint<Needs<U>> => ({ ...declared, use: bindUseCases(declared.use) });

/** Answers with a success without further fields. */
export const done = TE.map(() => ({}));
