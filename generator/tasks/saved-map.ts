/** Saves the entries of a map. The returned function restores them. */
export function saveMap<K>(map: Map<K, number>): () => void {
  const saved = [...map];
  return () => {
    map.clear();
    for (const [key, value] of saved) map.set(key, value);
  };
}
