import { map } from "fp-ts/TaskEither";
import type { Result } from "../../application/caller";
import { type Bound, type Needs, together, type Use } from "../../application/together";
import type { Decoded, Parameters } from "./codecs/parameter";
import type { Schema } from "./codecs/schema";
import type { EndpointCost } from "./cost-limits";
import type { Reply } from "./reply";
import type { RequestContext, SignedInContext, SpectatorContext, WebhookContext } from "./request-context";

type Json = Readonly<Record<string, unknown>>;
/** The fields of a JSON answer, or something else than that. */
type Answer = Json | Reply;

/** Which files an endpoint takes: one for the store, or a small one that is read into memory. */
export type FileRule =
  | { readonly to: "store" }
  | { readonly to: "memory"; readonly mostMib: number; readonly whenNotOne: string };

interface Shape<Path extends Parameters, P extends Parameters> {
  readonly method: "get" | "post" | "patch" | "delete" | "put";
  /**
   * Below `/api/v1`, or at the root for `rootEndpoints`; a name in braces is one of `path`, and one behind a plus
   * takes all the rest.
   */
  readonly at: string;
  /** The section of the API document. */
  readonly section?: string;
  readonly summary: string;
  readonly path: Path;
  readonly params: P;
  /** What a success carries besides `result` and `msg`. */
  readonly response: Readonly<Record<string, Schema>>;
  /** The type of a success that isn't JSON. */
  readonly answersWith?: string;
  /** With which requests it shares a limit; by default with those of its kind. */
  readonly cost?: EndpointCost;
}

/** A public endpoint is for anyone; the others for whoever has an API key. */
type Endpoint<Path extends Parameters, P extends Parameters, Callable> = Shape<Path, P> &
  (
    | {
        readonly caller: "anyone";
        readonly run: (
          callable: Callable,
          context: RequestContext,
          given: Decoded<Path & P>,
        ) => Result<Answer>;
      }
    | {
        /** Also for people without an account, who see what is open to the web. */
        readonly caller: "spectator";
        readonly run: (
          callable: Callable,
          context: SpectatorContext,
          given: Decoded<Path & P>,
        ) => Result<Answer>;
      }
    | {
        /** Another program, with the key of a bot in its URL. */
        readonly caller: "webhook";
        readonly run: (callable: Callable, context: WebhookContext, given: Decoded<Path & P>) => Result<Json>;
      }
    | {
        readonly caller: "user";
        /** Whether only people may call it. */
        readonly forPeopleOnly?: true;
        /** The least role that may call it. The use case asks again, for the role may be another by then. */
        readonly forAtLeast?: "administrator" | "owner";
        /** Whether bots may call it that can do nothing but bring messages in. */
        readonly forWebhooksToo?: true;
        readonly takesFile?: FileRule;
        readonly run: (
          callable: Callable,
          context: SignedInContext,
          given: Decoded<Path & P>,
        ) => Result<Answer>;
      }
  );

/**
 * An endpoint by the services that it needs. Its other types matter only where it is declared; the router sees
 * what all endpoints share.
 */
// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant
export type AnyEndpoint<Services = never> = Endpoint<any, any, any> & {
  /** What `run` calls, with its services. */
  readonly use: (services: Services) => unknown;
};

/**
 * Declares an endpoint: its route, decoding, errors and documentation follow. `use` names the use case that `run`
 * calls, or several in a record; the router binds them to the services once, when the server starts. DESIGN §2.
 */
export const endpoint = <Path extends Parameters, P extends Parameters, U extends Use>(
  declared: Endpoint<Path, P, Bound<U>> & { readonly use: U },
): AnyEndpoint<Needs<U>> => ({ ...declared, use: together(declared.use) });

/** Answers a success that carries nothing more. */
export const done = map(() => ({}));
