import { Button, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MergePair, MergePreview, MergeRecord } from '../../../../../shared/contract/people/merges.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { Grid, Row, Text } from '../../../../ui/layout.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { Loaded } from '../../../../ui/staff/Loaded.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './MergeReview.module.css'

type Side = 'source' | 'target'

interface MergeReviewProps {
  pair: MergePair
  /** The other record is kept. */
  onTurn: () => void
  onBack: () => void
  onMerged: () => void
}

/** Both records side by side, what moves, what is kept, and what is in the way. */
export function MergeReview(props: MergeReviewProps) {
  const preview = useQuery({
    ...read('GET /api/admin/merges/preview', props.pair),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (preview.isPending) {
    return (
      <div role="status" aria-label="Comparing the records…">
        <Skeleton height={220} />
      </div>
    )
  }
  return (
    <Loaded query={preview} height={220}>
      {(data) => <Review {...props} data={data} onRefused={() => void preview.refetch()} />}
    </Loaded>
  )
}

interface ReviewProps extends MergeReviewProps {
  data: MergePreview
  onRefused: () => void
}

function Review({ pair, data, onTurn, onBack, onMerged, onRefused }: ReviewProps) {
  const form = useForm({
    values: { name: 'target' as Side, phone: 'target' as Side },
    send: (kept, once) => once('POST /api/admin/merges', { ...pair, ...kept }),
    touches: touches.people,
    onDone: () => {
      toast.success(`${data.source.name} is merged into ${data.target.name}. It can be reversed for a day.`)
      onMerged()
    },
    onRefused,
  })
  return (
    <Form
      form={form}
      label="Merge records"
      submit="Merge Records"
      cancel="Back"
      onCancel={onBack}
      isIncomplete={data.obstacles.length > 0}
    >
      <Grid gap="sm" className={classes.sides}>
        <Record title="Goes" record={data.source} />
        <Button
          variant="default"
          className={classes.turn ?? ''}
          leftSection={<IconArrowsExchange size={20} aria-hidden />}
          onClick={onTurn}
        >
          Keep the Other
        </Button>
        <Record title="Is Kept" record={data.target} />
      </Grid>
      {data.obstacles.length > 0 && (
        <Note as="div" role="alert">
          {data.obstacles.map(({ code, text, items }) => (
            <div key={code}>
              {text}
              {items.length > 0 && (
                <ul className={dialogContent.list}>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </Note>
      )}
      <section>
        <h3 className={classes.heading}>What Moves</h3>
        {data.moves.length === 0 ? (
          <Text tone="dim">Nothing belongs to {data.source.name} yet.</Text>
        ) : (
          <Row as="ul" align="stretch" className={classes.moves}>
            {data.moves.map(({ what, count }) => (
              <li key={what}>
                <strong>{count}</strong> {what}
              </li>
            ))}
          </Row>
        )}
      </section>
      <Kept legend="Name to Keep" of={({ name }) => name} data={data} {...form.bind('name')} />
      {pair.kind === 'account' && (
        <>
          <Kept legend="Phone to Keep" of={({ phone }) => phone} data={data} {...form.bind('phone')} />
          <Text tone="dim">
            {data.target.email
              ? `They log in with ${data.target.email}.`
              : 'No one logs in with this record.'}
            {data.source.email && ` ${data.source.email} opens neither account from then on.`}
          </Text>
        </>
      )}
    </Form>
  )
}

const Record = ({ title, record }: { title: string; record: MergeRecord }) => (
  <section className={classes.side} aria-label={`${title}: ${record.name}`}>
    <Text tone="dim" size="sm" strong>
      {title}
    </Text>
    <h3 className={classes.name}>{record.name}</h3>
    <ul className={classes.facts}>
      <li>{record.email ?? 'No email'}</li>
      <li>{record.phone ?? 'No phone'}</li>
      {record.birth_date && <li>Born {formatDay(record.birth_date, 'dated')}</li>}
      {record.adults.length > 0 && <li>Looked after by {record.adults.join(', ')}</li>}
      <li>{record.role === null ? 'No account' : record.can_sign_in ? 'Can log in' : 'Cannot log in'}</li>
    </ul>
  </section>
)

interface KeptProps {
  legend: string
  of: (record: MergeRecord) => string | null
  data: MergePreview
  value: Side
  onChange: (side: Side) => void
}

/** Which of two values is kept; nothing to choose where they are the same. */
function Kept({ legend, of, data, value, onChange }: KeptProps) {
  if (of(data.source) === of(data.target)) return null
  return (
    <Row as="fieldset" align="stretch" className={classes.kept}>
      <legend>{legend}</legend>
      {(['target', 'source'] as const).map((side) => (
        <label key={side} className={classes.choice}>
          <input type="radio" name={legend} checked={value === side} onChange={() => onChange(side)} />
          {of(data[side]) ?? 'None'}
        </label>
      ))}
    </Row>
  )
}
