import type { Either } from "fp-ts/Either";
import type { Measured } from "../../adapters/metrics/prometheus-metrics";
import type { ConnectionSettings } from "../../adapters/persistence/knex/database/database";
import type { FromRelay, ToRelay } from "../../adapters/wakeup/process-relay";
import type { ServerRun } from "../../domain/realm/server-run";

/** The data that a worker starts with. */
export interface WorkerStart {
  readonly connection: ConnectionSettings;
  /** Workers are numbered from one. */
  readonly number: number;
  /** The run of the whole server: a worker that replaces another isn't a restart. */
  readonly run: ServerRun;
  /** Whether it prints how to create an organization, if there is none. */
  readonly printsFirstSteps: boolean;
}

/** What the primary process sends to a worker. */
export type ToWorker =
  | { readonly kind: "begin"; readonly beginning: WorkerStart }
  /** The port that clients use, or why there is none. */
  | { readonly kind: "port"; readonly port: Either<string, number> }
  /** Its socket comes along, unless the client has closed it. */
  | { readonly kind: "connection"; readonly id: number }
  | { readonly kind: "relay"; readonly message: FromRelay }
  | { readonly kind: "measure"; readonly request: number }
  /** It answers at once, unless it has frozen. */
  | { readonly kind: "ping" }
  | { readonly kind: "stop" };

/** What a worker sends to the primary process. */
export type ToPrimary =
  | { readonly kind: "asks for port" }
  /** It accepts connections from now on. */
  | { readonly kind: "opens" }
  | { readonly kind: "took"; readonly id: number }
  | { readonly kind: "ended"; readonly ids: readonly number[] }
  | { readonly kind: "pong" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly line: string }
  | { readonly kind: "relay"; readonly message: ToRelay }
  | { readonly kind: "measured"; readonly request: number; readonly measured: Measured };
