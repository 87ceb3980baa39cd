import type { Either } from "fp-ts/Either";

/** The parts of a request from another program that its integration reads. */
export interface WebhookDelivery {
  /** The JSON document. */
  readonly payload: unknown;
  /** A header of the request, by case-insensitive name. */
  header(name: string): string | undefined;
  /** Further parameters of the URL: `branches`, `name`, `desc`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Whether the URL names a topic, which then doesn't describe the event. */
  readonly hasTopic: boolean;
}

/** A message made from a delivery. */
export interface WebhookNotice {
  /** The event type by which users filter; absent for an integration without event types. */
  readonly event?: string;
  /** Used unless the URL names one. */
  readonly topic: string;
  /** Markdown. */
  readonly content: string;
}

/** Why a payload became no message. */
export type WebhookProblem =
  /** The program sends such events, but the integration doesn't support them. */
  | { readonly kind: "unsupported"; readonly event: string }
  /** The program can't have sent this. */
  | { readonly kind: "anomalous" }
  | { readonly kind: "no_event_header"; readonly header: string };

/** A URL parameter that the user who sets up the integration may choose. */
export interface WebhookOption {
  readonly key: string;
  readonly label: string;
  readonly input: "text" | "checkbox";
}

/** Turns the deliveries of one program into messages. */
export interface IncomingWebhook {
  /** Its name in the URL. */
  readonly name: string;
  /** Its name in errors and as the sending client: `ZulipGitHubWebhook`. */
  readonly label: string;
  /** Its name for people. */
  readonly displayName: string;
  /** The event types to choose from; null if it has none. */
  readonly events: readonly string[] | null;
  readonly options: readonly WebhookOption[];
  /** Whether its cost depends only on the messages it returns, not on the size of the document. Absent means no. */
  readonly takesAnyDocument?: boolean;
  /** Returns no notices for a delivery that isn't worth a message. */
  translate(delivery: WebhookDelivery): Either<WebhookProblem, readonly WebhookNotice[]>;
}
