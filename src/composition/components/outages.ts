import { ServiceFailures } from "../../application/monitoring/service-failures";
import type { Clock } from "../../application/ports/system/clock";
import { codeOf, messageOf } from "../../domain/codec/caught";

interface Ports {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Reports failures of an engine such as NATS: a line when an outage begins, and one a minute while it lasts. A node tries again
 * every second.
 */
export const outagesOf = (engine: string, ports: Ports): ((error: unknown) => void) => {
  const failures = new ServiceFailures(ports);
  return (error) => failures.report(engine, messageOf(error) || codeOf(error) || String(error));
};
