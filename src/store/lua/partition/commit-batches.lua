#!lua flags=allow-oom
--[[
  commit-batches: write the results of batches of several partitions, each batch completely or not at all.
  Keys     per batch: lease, commands, outbox, then the keys of its writes
  Args     1 JSON array of batches   2 number of events that an outbox keeps while nobody relays them
             batch   {keys, fence, start, first, last, deadline, cancels, writes, events}
             keys      number of its keys
             start     cursor before the batch
             first     its first command
             last      its last command, which becomes the cursor
             deadline  milliseconds since 1970 by this server
             cancels   number of cancellations that it has checked
             writes    arrays of a command, the index of its key in the batch, and its further arguments
             events    arrays of id and event
           all arguments are text, even if they look like numbers; stored JSON is passed as text and not parsed
  Returns  per batch an array that starts with its outcome:
             committed  the writes, the events and the cursor are written, and the applied commands are trimmed
             repeated   the same batch was committed before: the reply to an earlier call was lost. The cursor is
                        written again, so that a wait for replicas on this connection includes the batch
             fenced     another worker has the partition, or no worker has it; nothing was written
             stale      the cursor, which follows, is neither the start nor the end of this batch, or the first command
                        is not after the cursor because it was applied already; nothing was written
             cancelled  senders have cancelled commands since; the new count follows; nothing was written
             late       the deadline has passed; the time of this server follows; nothing was written
  The flag allows accepted work to finish when memory is full: only the appending of commands must stop then.
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- include entry-id

local function repeated(lease, field, batch)
  redis.call('HSET', lease, field, batch.last)
  return {'repeated'}
end

-- Returns the outcome of a batch that is already committed or must not be; nil if it is to be applied.
local function outcome_without_writes(lease, fence, cursor, cancels, batch)
  if fence ~= batch.fence then
    local previous = redis.call('HMGET', lease, 'previousFence', 'previousCursor')
    if previous[1] == batch.fence and previous[2] == batch.last then return repeated(lease, 'previousCursor', batch) end
    return {'fenced'}
  end
  if cursor == batch.last then return repeated(lease, 'cursor', batch) end
  if cursor ~= batch.start then return {'stale', cursor} end
  if not is_before(batch.start, batch.first) then return {'stale', cursor} end
  if cancels ~= batch.cancels then return {'cancelled', cancels} end
  if now > batch.deadline then return {'late', string.format('%.0f', now)} end
  return nil
end

local function apply(batch, base, is_relayed)
  for _, write in ipairs(batch.writes) do
    redis.call(write[1], KEYS[base + write[2]], unpack(write, 3))
  end
  if #batch.events > 0 then
    for _, event in ipairs(batch.events) do
      if is_relayed then
        redis.call('XADD', KEYS[base + 3], event[1], 'e', event[2])
      else
        redis.call('XADD', KEYS[base + 3], 'MAXLEN', '~', ARGV[2], event[1], 'e', event[2])
      end
    end
  end
  redis.call('HSET', KEYS[base + 1], 'cursor', batch.last)
  redis.call('XTRIM', KEYS[base + 2], 'MINID', '=', following(batch.last))
  return {'committed'}
end

local outcomes, base = {}, 0
for i, batch in ipairs(cjson.decode(ARGV[1])) do
  local lease = KEYS[base + 1]
  local fence, cursor, cancels, relayed = unpack(redis.call('HMGET', lease, 'fence', 'cursor', 'cancels', 'relayed'))
  outcomes[i] = outcome_without_writes(lease, fence, cursor, cancels or '0', batch) or apply(batch, base, relayed)
  base = base + batch.keys
end
return outcomes
