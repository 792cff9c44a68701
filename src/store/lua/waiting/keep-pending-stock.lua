#!lua
--[[
  keep-pending-stock: keep the latest stock level of each location, for a variant that the catalogue does not have
  yet. Of two levels with the same time, the one that arrives later is kept.
  Keys     1 hash of the levels that wait under a name of the variant   2 hash of the stored bytes of tenants
  Args     1 seconds that they wait   2 maximum number of locations   3 tenant   4 bytes of a level besides its text
           5 latest time of a level: a stored level with a later time is replaced
           then per level: location, its time in ISO 8601 with milliseconds in UTC, level in JSON with that time
  Returns  per level 'parked', 'stale' if a later one waits, 'future' if its time is too late, or 'full' if too many
           locations have one
]]
local hash = KEYS[1]
local lifetime, max_locations = ARGV[1], tonumber(ARGV[2])
local tenant, overhead, latest = ARGV[3], tonumber(ARGV[4]), ARGV[5]
local outcomes, bytes = {}, 0
for i = 6, #ARGV, 3 do
  local location, time, level = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local present = redis.call('HGET', hash, location)
  local since = present and cjson.decode(present).updatedTime
  if time > latest then
    outcomes[#outcomes + 1] = 'future'
  elseif type(since) == 'string' and since > time and since <= latest then
    outcomes[#outcomes + 1] = 'stale'
  elseif not present and redis.call('HLEN', hash) >= max_locations then
    outcomes[#outcomes + 1] = 'full'
  else
    redis.call('HSET', hash, location, level)
    bytes = bytes + #level - (present and #present or -overhead)
    outcomes[#outcomes + 1] = 'parked'
  end
end
redis.call('EXPIRE', hash, lifetime)
if bytes ~= 0 then redis.call('HINCRBY', KEYS[2], tenant, bytes) end
return outcomes
