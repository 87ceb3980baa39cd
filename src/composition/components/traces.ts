import { hostname } from "node:os";
import { noTracing } from "../../adapters/tracing/no-tracing";
import { openTelemetryTracing } from "../../adapters/tracing/open-telemetry";
import { startSdk } from "../../adapters/tracing/open-telemetry-sdk";
import type { Tracing } from "../../application/ports/system/tracing";
import type { Config } from "../../config/config";
import { version } from "../../config/version";
import { type Component, component } from "../lifecycle/lifecycle";

type Where = Pick<Config, "otlpEndpoint" | "otlpServiceName" | "tracesUrl">;

const addressOf = ({ tracesUrl, otlpEndpoint }: Where): string | undefined =>
  tracesUrl ?? (otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/$/, "")}/v1/traces`);

/**
 * The traces, and the component that sends the last of them. Without a configured address, nothing is traced and the SDK isn't
 * loaded.
 */
export const openTraces = async (
  config: Where,
): Promise<{ readonly tracing: Tracing; readonly component: Component }> => {
  const url = addressOf(config);
  if (url === undefined) return { tracing: noTracing, component: component("traces", {}) };
  const sdk = await startSdk(url, {
    "service.name": config.otlpServiceName,
    "service.version": version,
    // Workers of one server are instances of their own, as in the log, whose lines have the same host name and process id.
    "service.instance.id": `${hostname()}/${process.pid}`,
  });
  // An unavailable collector must not make the stop fail.
  return {
    tracing: openTelemetryTracing(),
    component: component("traces", { stop: () => sdk.stop().catch(() => undefined) }),
  };
};
