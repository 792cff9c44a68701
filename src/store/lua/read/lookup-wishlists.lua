#!lua flags=no-writes
--[[
  lookup-wishlists: a page of a customer's wishlists, each with the first page of its items, within a number of bytes.
  Keys     1 customer   2 the customer's wishlists
  Args     1 start of the range of wishlist ids, as ZRANGE BYLEX takes it   2 most wishlists   3 most items of each
           4, 5 what stands before a wishlist's id in the names of its hash and its item order; they lie in the
           same slot as the keys, and which there are is known only once they are read
           6 most bytes of records
  Returns  false when the customer has no wishlists; else {record, former record, {wishlist...}} where a wishlist
           is {id, record, number of its last item or false, item...}
  The wishlists' own records take at most half of the bytes; beyond it the page ends early. Their items share the rest,
  what one leaves goes to those after it. A page has one wishlist, and a wishlist that is not empty one item, whatever
  they take.
]]
if redis.call('ZCARD', KEYS[2]) == 0 then return false end
local start, size, item_size, hash_prefix, order_prefix, budget = unpack(ARGV)
budget = tonumber(budget)

-- Items that are read at once: what is read and does not fit is so much at most.
local SLICE = 10

local function read_items(wishlist, share)
  local id, bytes = wishlist[1], 0
  local numbers = redis.call('ZRANGE', order_prefix .. id, 0, item_size - 1)
  for first = 1, #numbers, SLICE do
    local last = math.min(first + SLICE - 1, #numbers)
    local items = redis.call('HMGET', hash_prefix .. id, unpack(numbers, first, last))
    for i, item in ipairs(items) do
      local length = item and #item or 0
      if bytes > 0 and bytes + length > share then return bytes end
      bytes = bytes + length
      wishlist[3] = numbers[first + i - 1]
      wishlist[#wishlist + 1] = item
    end
  end
  return bytes
end

local customer = redis.call('HMGET', KEYS[1], 'j', 'd')
local wishlists, used = {}, 0
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], start, '+', 'BYLEX', 'LIMIT', 0, size)) do
  local record = redis.call('HGET', hash_prefix .. id, 'j')
  local length = record and #record or 0
  if used > 0 and used + length > budget / 2 then break end
  used = used + length
  wishlists[#wishlists + 1] = {id, record, false}
end

local page = {}
for i, wishlist in ipairs(wishlists) do
  if i > 1 and used >= budget then break end
  used = used + read_items(wishlist, (budget - used) / (#wishlists - i + 1))
  page[i] = wishlist
end
return {customer[1], customer[2], page}
