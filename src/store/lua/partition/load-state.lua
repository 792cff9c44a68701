#!lua flags=no-writes
--[[
  load-state: read the state that the commands of batches need, in one round trip.
  Keys     any of the partitions' hashes, sorted sets, sets and strings
  Args     1 JSON array; per key an array of a word and its arguments:
             fields <field>...       values of a hash's fields, false for a missing one
             oldest <limit> <count>  of a hash with more than <limit> fields, the <count> fields whose names sort first,
                                     as field, value, ...; nothing if it has fewer. Of a hash that is much too large,
                                     the first of some random fields, so that the script stays short
             order <first> <last>    members of a sorted set by index
             page <start> <limit>    <limit> members of a sorted set from <start>, in the form of ZRANGE BYLEX
             count                   number of members of a sorted set
             set                     members of a set
             text                    a string, false if there is none
  Returns  per key an array, up to the key with which the arrays have too many bytes for one script. The caller reads the
           keys behind it by another call
]]
-- Lua cannot unpack more than some thousands of values.
local MAX_UNPACKED = 1000
-- Other clients of the server wait for the script.
local MAX_BYTES = 1024 * 1024

local function fields(key, request)
  local values = {}
  for first = 2, #request, MAX_UNPACKED do
    local last = math.min(first + MAX_UNPACKED - 1, #request)
    local part = redis.call('HMGET', key, unpack(request, first, last))
    for i = 1, #part do values[#values + 1] = part[i] end
  end
  return values
end

local function oldest(key, request)
  local limit, count = tonumber(request[2]), tonumber(request[3])
  local length = redis.call('HLEN', key)
  if length <= limit then return {} end
  local names
  if length <= 2 * limit then
    names = redis.call('HKEYS', key)
  else
    names = redis.call('HRANDFIELD', key, 4 * count)
  end
  table.sort(names)
  local values = redis.call('HMGET', key, unpack(names, 1, math.min(count, #names)))
  local found = {}
  for i, value in ipairs(values) do
    found[2 * i - 1], found[2 * i] = names[i], value
  end
  return found
end

local readers = {
  fields = fields,
  oldest = oldest,
  order = function(key, request) return redis.call('ZRANGE', key, request[2], request[3]) end,
  page = function(key, request)
    return redis.call('ZRANGE', key, request[2], '+', 'BYLEX', 'LIMIT', 0, request[3])
  end,
  count = function(key) return {tostring(redis.call('ZCARD', key))} end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  text = function(key) return {redis.call('GET', key)} end,
}
local replies, bytes = {}, 0
for i, request in ipairs(cjson.decode(ARGV[1])) do
  if bytes >= MAX_BYTES then break end
  local reply = readers[request[1]](KEYS[i], request)
  for j = 1, #reply do
    if reply[j] then bytes = bytes + #reply[j] end
  end
  replies[i] = reply
end
return replies
