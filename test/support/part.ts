// Values of which a test gives the parts that the code under test reads; types check the parts that are given.
type Part<T> = T extends readonly (infer Each)[]
  ? readonly Part<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Part<T[Key]> | undefined }
    : T;

export function part<T>(given: Part<T>): T {
  // the absent parts are absent on purpose: code that reads one fails loudly
  return given as unknown as T;
}
