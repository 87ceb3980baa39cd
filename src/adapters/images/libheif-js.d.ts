/** The parts of libheif's WebAssembly build used here; it comes without types. */
declare module "libheif-js/wasm-bundle.js" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    display<
      Data extends { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number },
    >(into: Data, done: (shown: Data | null) => void): void;
    free(): void;
  }
  export class HeifDecoder {
    decode(file: Uint8Array): HeifImage[];
  }
}
