const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** Runs `work` on the only store of a database of this origin. The first use creates it. */
export const browserStore =
  (name: string, store: string) =>
  async <T>(mode: IDBTransactionMode, work: (kept: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
    const database = await settled(opening)
    try {
      const transaction = database.transaction(store, mode)
      const answer = await settled(work(transaction.objectStore(store)))
      transaction.commit()
      return answer
    } finally {
      database.close()
    }
  }
