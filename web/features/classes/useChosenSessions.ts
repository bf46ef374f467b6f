import { useCallback, useEffect, useState } from 'react'
import { forgetChoice, keptChoice } from '../../components/keptChoice.ts'

export interface ChosenSessions {
  readonly ids: readonly string[]
  readonly toggle: (id: string) => void
  readonly remove: (ids: readonly string[]) => void
  readonly clear: () => void
}

/** The sessions that are chosen of one class; whoever went to sign in finds those chosen before. */
export function useChosenSessions(classId: string): ChosenSessions {
  const [ids, setIds] = useState<readonly string[]>(() =>
    keptChoice('class-sessions', classId).filter((id) => typeof id === 'string'),
  )
  useEffect(() => forgetChoice('class-sessions'), [])
  const toggle = useCallback(
    (id: string) =>
      setIds((chosen) => (chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])),
    [],
  )
  const remove = useCallback(
    (gone: readonly string[]) => setIds((chosen) => chosen.filter((id) => !gone.includes(id))),
    [],
  )
  const clear = useCallback(() => setIds([]), [])
  return { ids, toggle, remove, clear }
}
