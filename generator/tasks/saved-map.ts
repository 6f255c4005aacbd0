/** The present entries of a map; the returned function puts them back. */
export function saveMap<K>(map: Map<K, number>): () => void {
  const saved = [...map];
  return () => {
    map.clear();
    for (const [key, value] of saved) map.set(key, value);
  };
}
