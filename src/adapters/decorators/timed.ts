import type { Metrics } from "../../application/ports/system/metrics";
import { eachMethod } from "./each-method";

/** A monotonic clock in milliseconds. */
type StopWatch = () => number;

/**
 * Wraps a port to measure its calls under its name: `port_calls_total`, `port_errors_total` for calls that failed, and
 * `port_call_seconds` for their durations.
 */
export const timed = <Port extends object>(
  port: Port,
  name: string,
  metrics: Metrics,
  now: StopWatch = () => performance.now(),
): Port =>
  eachMethod(port, (method, call) => {
    const labels = { port: name, method };
    for (const metric of ["port_calls_total", "port_errors_total", "port_call_seconds"] as const)
      metrics.startAtZero(metric, labels);
    return (...args) => {
      metrics.count("port_calls_total", labels);
      const begun = now();
      const ended = (): void => metrics.observe("port_call_seconds", (now() - begun) / 1000, labels);
      const failed = (error: unknown): never => {
        metrics.count("port_errors_total", labels);
        ended();
        throw error;
      };
      let answer: unknown;
      try {
        answer = call(...args);
      } catch (error) {
        return failed(error);
      }
      if (!(answer instanceof Promise)) {
        ended();
        return answer;
      }
      return answer.then((value: unknown) => {
        ended();
        return value;
      }, failed);
    };
  });
