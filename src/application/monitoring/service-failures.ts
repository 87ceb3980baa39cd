import { Repetitions } from "../../domain/collections/repetitions";
import { millisecondsIn } from "../../domain/units/time";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** How long a kind of failure stays silent after a report, in milliseconds. */
const silence = millisecondsIn.minute;
const mostKinds = 100;
const longestReport = 300;

/**
 * Reports failures of outside services in one line without a stack, one line of each kind a minute. Users can cause as many as
 * they like, with an address that refuses everything, so this keeps them from filling the log.
 */
export class ServiceFailures {
  private readonly reports = new Repetitions<string>(silence, mostKinds);

  constructor(private readonly ports: Ports) {}

  /** Kinds are few and named in the code: a kind must not come from a user or a service. */
  report(kind: string, detail: string): void {
    const { clock, onError } = this.ports;
    const unreported = this.reports.note(kind, clock.now());
    if (unreported === undefined) return;
    const more = unreported > 0 ? ` (and ${unreported} more of this kind since the last line)` : "";
    onError(`${kind}: ${detail.replaceAll(/\s+/g, " ").slice(0, longestReport)}${more}`);
  }
}
