import { useState } from 'react'

/**
 * What a field shows as chosen whose value the address keeps. The address follows a press later, and until then React would
 * put the field back.
 *
 * @returns the choice to show, until `value` changes; and what to call with a new one.
 */
export function useShownAtOnce<Value>(value: Value): [shown: Value, show: (chosen: Value) => void] {
  const [shown, show] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (followed !== value) {
    setFollowed(value)
    show(value)
  }
  return [followed === value ? shown : value, show]
}
