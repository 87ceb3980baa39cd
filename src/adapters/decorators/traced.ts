import { inSpan, type NewSpan, type Tracing } from "../../application/ports/system/tracing";
import { eachMethod } from "./each-method";

/**
 * The same port, with a span for each call within another span, named by the port and the method. Polls, which nobody asked for,
 * have none.
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
