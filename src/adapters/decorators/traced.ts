import { inSpan, type NewSpan, type Tracing } from "../../application/ports/system/tracing";
import { eachMethod } from "./each-method";

/**
 * Wraps a port so that each call made inside a span gets a span of its own, named by port and method. Background
 * polling has none.
 */
export const traced = <Port extends object>(
  port: Port,
  name: string,
  tracing: Tracing,
  span: Pick<NewSpan, "attributes" | "kind">,
): Port =>
  tracing.isOn
    ? eachMethod(port, (method, call) => (...args) => {
        if (tracing.origin() === undefined) return call(...args);
        return inSpan(tracing, { ...span, name: `${name}.${method}` }, async () => call(...args));
      })
    : port;
