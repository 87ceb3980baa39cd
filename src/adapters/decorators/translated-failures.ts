import { eachMethod } from "./each-method";

/** Wraps a port so that the named methods fail with the translated error, where `translate` returns one. */
export const translatedFailures = <Port extends object>(
  port: Port,
  methods: readonly (keyof Port)[],
  translate: (error: unknown) => unknown,
): Port =>
  eachMethod(port, (name, call) =>
    !methods.some((method) => method === name)
      ? call
      : (...args) =>
          Promise.resolve(call(...args)).catch((error: unknown) => {
            throw translate(error);
          }),
  );
