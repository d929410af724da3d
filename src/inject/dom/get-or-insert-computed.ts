/** A map whose keys may be of more kinds than those that are asked for. */
interface Keeper<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/**
 * The value of a key; where there is none yet it is computed and kept. As `Map.prototype.getOrInsertComputed`
 * (https://tc39.es/proposal-upsert/), which most engines do not have. What is computed for many keys takes what it needs
 * from `context`: no function has to be made for each. Not for weak maps: engines inline `get` as long as all are of one class.
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
