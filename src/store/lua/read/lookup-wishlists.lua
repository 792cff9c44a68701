#!lua flags=no-writes
--[[
  lookup-wishlists: read a page of a customer's wishlists, each with the first page of its items, within a number of
  bytes.
  Keys     1 customer   2 the customer's wishlists
  Args     1 start of the range of wishlist ids, in the form of ZRANGE BYLEX   2 maximum number of wishlists
           3 maximum number of items of each   4, 5 prefixes of a wishlist's hash and of its item order, before its id;
           these keys are in the same slot as the keys above, and are known only once the ids are read
           6 maximum number of bytes of records   7 the state that the caller knows; empty if it knows none
  Returns  false if the customer has no wishlists; else a list of texts: the record and the former record of the customer
           (empty if there is none), and unless the state is the known one, the state, the contents, and the record and
           the items of each wishlist. The state has a line for each wishlist: its id and its metadata, which every change
           of it or of its items changes. The contents have a line for each: its id, the number of its last item or -, and
           the number of its items. A nested list would take Redis longer.
  The wishlists' own records take at most half of the bytes: the page ends before it would have more. Their items share
  the remaining bytes; bytes that one wishlist leaves go to those after it. A page has at least one wishlist, and a
  wishlist that is not empty has at least one item, however many bytes they take.
  Entries of the lists without a wishlist or an item are left out.
]]
if redis.call('ZCARD', KEYS[2]) == 0 then return false end
local start, size, item_size, hash_prefix, order_prefix, budget, known = unpack(ARGV)
budget = tonumber(budget)
local ids = redis.call('ZRANGE', KEYS[2], start, '+', 'BYLEX', 'LIMIT', 0, size)
local customer = redis.call('HMGET', KEYS[1], 'j', 'd')

local function add_line(state, id, meta)
  if meta then state[#state + 1] = id .. ' ' .. meta end
end

if known ~= '' then
  local state = {}
  for _, id in ipairs(ids) do add_line(state, id, redis.call('HGET', hash_prefix .. id, 'm')) end
  if table.concat(state, '\n') == known then return {customer[1] or '', customer[2] or ''} end
end

-- As a text: to convert a number, Redis takes as long as to read a short range.
local last_index = tostring(item_size - 1)

-- Number of items that are read at once.
local SLICE = 10

-- One command reads a record and the first items. Once the records that are read would fill a page, only the wishlists'
-- own records are read.
local wishlists, state, used, read = {}, {}, 0, 0
for _, id in ipairs(ids) do
  local numbers = redis.call('ZRANGE', order_prefix .. id, '0', last_index)
  local first = read < budget and math.min(SLICE, #numbers) or 0
  local records = redis.call('HMGET', hash_prefix .. id, 'm', 'j', unpack(numbers, 1, first))
  add_line(state, id, table.remove(records, 1))
  for _, record in ipairs(records) do read = read + #(record or '') end
  if records[1] then
    local length = #records[1]
    if used > 0 and used + length > budget / 2 then break end
    used = used + length
    wishlists[#wishlists + 1] = {id, numbers, records}
  end
end

local function read_more(id, numbers, records)
  local first = #records
  local last = math.min(first + SLICE - 1, #numbers)
  for _, item in ipairs(redis.call('HMGET', hash_prefix .. id, unpack(numbers, first, last))) do
    records[#records + 1] = item
  end
end

local page, n = {customer[1] or '', customer[2] or '', table.concat(state, '\n'), ''}, 4
local contents = {}
for i, wishlist in ipairs(wishlists) do
  if i > 1 and used >= budget then break end
  local id, numbers, records = unpack(wishlist)
  n = n + 1
  page[n] = records[1]
  local share, bytes, count, last = (budget - used) / (#wishlists - i + 1), 0, 0, '-'
  for place, number in ipairs(numbers) do
    if place == #records then read_more(id, numbers, records) end
    local item = records[place + 1]
    if item then
      if bytes > 0 and bytes + #item > share then break end
      bytes, count, last, n = bytes + #item, count + 1, number, n + 1
      page[n] = item
    end
  end
  used = used + bytes
  contents[i] = string.format('%s %s %d', id, last, count)
end
page[4] = table.concat(contents, '\n')
return page
