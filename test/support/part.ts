// Makes a value from only those parts that the code under test reads. Types check the given parts.
type Part<T> = T extends readonly (infer Each)[]
  ? readonly Part<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Part<T[Key]> | undefined }
    : T;

export function part<T>(given: Part<T>): T {
  // the other parts are absent, so code that reads one of them fails
  return given as unknown as T;
}
