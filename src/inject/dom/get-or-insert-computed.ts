/** The part of `Map` that is used; as methods, so that a map of more key types is accepted. */
interface Keeper<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/**
 * The value of a key, computed and stored at the first call. As `Map.prototype.getOrInsertComputed`
 * (https://tc39.es/proposal-upsert/), which most engines do not have. `context` is passed to `compute`, so that callers
 * need no closure for each key. Not for weak maps: engines inline `get` as long as all maps are of one class.
 */
export const getOrInsertComputed = <K, V, C>(
  map: Keeper<K, V>,
  key: K,
  compute: (key: K, context: C) => V,
  context?: C,
): V => {
  let value = map.get(key);
  if (value === undefined) {
    value = compute(key, context as C);
    map.set(key, value);
  }
  return value;
};
