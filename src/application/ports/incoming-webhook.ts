import type { Either } from "fp-ts/Either";

/** What another program sent, as far as its webhook looks at it. */
export interface WebhookDelivery {
  /** The JSON document. */
  readonly payload: unknown;
  /** A header of the request, by its name in any case. */
  header(name: string): string | undefined;
  /** Further parameters of the URL: `branches`, `name`, `desc`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Whether the URL names a topic, which then says nothing of what the message is about. */
  readonly hasTopic: boolean;
}

/** A message that a delivery makes. */
export interface WebhookNotice {
  /** By which it is chosen or left out; absent where all are alike. */
  readonly event?: string;
  /** Where the URL names none. */
  readonly topic: string;
  /** Markdown. */
  readonly content: string;
}

/** Why a payload became no message. */
export type WebhookProblem =
  /** The program sends such events, and there are no words for them. */
  | { readonly kind: "unsupported"; readonly event: string }
  /** The program can't have sent this. */
  | { readonly kind: "anomalous" }
  | { readonly kind: "no_event_header"; readonly header: string };

/** A parameter of the URL that whoever sets the webhook up may choose. */
export interface WebhookOption {
  readonly key: string;
  readonly label: string;
  readonly input: "text" | "checkbox";
}

/** Reads what one program sends, and puts it into words. */
export interface IncomingWebhook {
  /** In the URL. */
  readonly name: string;
  /** In errors and as the sending client: `ZulipGitHubWebhook`. */
  readonly label: string;
  /** For people. */
  readonly displayName: string;
  /** The events that can be chosen; null where all are alike. */
  readonly events: readonly string[] | null;
  readonly options: readonly WebhookOption[];
  /** No notices where the delivery is nothing to tell of. */
  translate(delivery: WebhookDelivery): Either<WebhookProblem, readonly WebhookNotice[]>;
}
