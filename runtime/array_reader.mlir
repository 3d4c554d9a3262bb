// Arguments that are arrays, read off numpy's own objects: what `array_arguments.py` does, for those with which nothing
// is the matter. Where anything is, the answer is no, and that file says what.
//
// The layouts of these objects are those of CPython and of numpy on machines of 64 bits, little end first; the caller
// has tried them out. It holds Python's lock, so that nobody changes an array meanwhile.

// `request` points to words: where the slots are, the address of numpy's type, where the elements of a tuple begin in
// it, the entry to call with the slots (0: none), and then for each array
//
//     the number of its slot (-1: there are no more), its number among the objects
//     the address of the elements' type, flags that must be set, the alignment less 1, the number of dimensions
//     for each dimension its size, or -1: it is any, or -2-k: it is what slot k holds
//
// 1, if all arrays of the tuple are as they should be: then their slots have been filled.
llvm.func @dlc_read_arrays(%tuple: !llvm.ptr, %request: !llvm.ptr) -> i32 {
  %first_at = llvm.getelementptr %request[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %first = llvm.load %first_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %objects = llvm.getelementptr %tuple[%first] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %answer = llvm.call @read_arrays(%objects, %request) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.return %answer : i32
}

// A method of Python, with its own calling convention: read the objects as the request in the capsule says, and call
// the entry while other threads of Python run. What it returns is the status of the entry, or 2 if an object is not as it
// should be.
llvm.func @PyCapsule_GetPointer(!llvm.ptr, !llvm.ptr) -> !llvm.ptr
llvm.func @PyEval_SaveThread() -> !llvm.ptr
llvm.func @PyEval_RestoreThread(!llvm.ptr)
llvm.func @PyLong_FromLong(i64) -> !llvm.ptr
llvm.func @dlc_call_with_arrays(%capsule: !llvm.ptr, %objects: !llvm.ptr, %count: i64) -> !llvm.ptr {
  %no = llvm.mlir.constant(0 : i32) : i32
  %refused = llvm.mlir.constant(2 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %request = llvm.call @PyCapsule_GetPointer(%capsule, %null) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %answer = llvm.call @read_arrays(%objects, %request) : (!llvm.ptr, !llvm.ptr) -> i32
  %is_read = llvm.icmp "ne" %answer, %no : i32
  llvm.cond_br %is_read, ^read, ^leave(%refused : i32)
^read:
  %slots = llvm.load %request {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %entry_at = llvm.getelementptr %request[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %entry = llvm.load %entry_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %calls = llvm.icmp "ne" %entry, %null : !llvm.ptr
  llvm.cond_br %calls, ^call, ^leave(%no : i32)
^call:
  %thread = llvm.call @PyEval_SaveThread() : () -> !llvm.ptr
  %called = llvm.call %entry(%slots) : !llvm.ptr, (!llvm.ptr) -> i32
  llvm.call @PyEval_RestoreThread(%thread) : (!llvm.ptr) -> ()
  llvm.br ^leave(%called : i32)
^leave(%status: i32):
  %long = llvm.sext %status : i32 to i64
  %number = llvm.call @PyLong_FromLong(%long) : (i64) -> !llvm.ptr
  llvm.return %number : !llvm.ptr
}

llvm.func internal @read_arrays(%elements: !llvm.ptr, %request: !llvm.ptr) -> i32 {
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %minus_two = llvm.mlir.constant(-2 : i64) : i64
  %slots = llvm.load %request {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %kind_at = llvm.getelementptr %request[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %plan = llvm.getelementptr %request[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %array_kind = llvm.load %kind_at {alignment = 8 : i64} : !llvm.ptr -> i64
  llvm.br ^next(%plan : !llvm.ptr)

^next(%words: !llvm.ptr):
  %slot = llvm.load %words {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_end = llvm.icmp "slt" %slot, %zero : i64
  llvm.cond_br %is_end, ^leave(%yes : i32), ^kind

^kind:
  %number_at = llvm.getelementptr %words[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %number = llvm.load %number_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %object_at = llvm.getelementptr %elements[%number] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %object = llvm.load %object_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %own_kind_at = llvm.getelementptr %object[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %own_kind = llvm.load %own_kind_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_array = llvm.icmp "eq" %own_kind, %array_kind : i64
  llvm.cond_br %is_array, ^array, ^leave(%no : i32)

// An array is: data, rank (32 bits), sizes, strides, base, type of elements, flags (32 bits).
^array:
  %type_at = llvm.getelementptr %words[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %flags_at = llvm.getelementptr %words[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %mask_at = llvm.getelementptr %words[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %rank_at = llvm.getelementptr %words[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %wanted_sizes = llvm.getelementptr %words[6] : (!llvm.ptr) -> !llvm.ptr, i64
  %type = llvm.load %type_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %flags = llvm.load %flags_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %mask = llvm.load %mask_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %rank = llvm.load %rank_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %data_at = llvm.getelementptr %object[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %own_rank_at = llvm.getelementptr %object[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %own_sizes_at = llvm.getelementptr %object[32] : (!llvm.ptr) -> !llvm.ptr, i8
  %own_type_at = llvm.getelementptr %object[56] : (!llvm.ptr) -> !llvm.ptr, i8
  %own_flags_at = llvm.getelementptr %object[64] : (!llvm.ptr) -> !llvm.ptr, i8
  %data = llvm.load %data_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %own_rank = llvm.load %own_rank_at {alignment = 4 : i64} : !llvm.ptr -> i32
  %own_sizes = llvm.load %own_sizes_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %own_type = llvm.load %own_type_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %own_flags = llvm.load %own_flags_at {alignment = 4 : i64} : !llvm.ptr -> i32
  %long_rank = llvm.sext %own_rank : i32 to i64
  %long_flags = llvm.zext %own_flags : i32 to i64
  %set_flags = llvm.and %long_flags, %flags : i64
  %low_bits = llvm.and %data, %mask : i64
  %fits_type = llvm.icmp "eq" %own_type, %type : i64
  %fits_flags = llvm.icmp "eq" %set_flags, %flags : i64
  %fits_mask = llvm.icmp "eq" %low_bits, %zero : i64
  %fits_rank = llvm.icmp "eq" %long_rank, %rank : i64
  %fits_both = llvm.and %fits_type, %fits_flags : i1
  %fits_more = llvm.and %fits_mask, %fits_rank : i1
  %fits = llvm.and %fits_both, %fits_more : i1
  llvm.cond_br %fits, ^put, ^leave(%no : i32)

// A descriptor is: two addresses, the offset, the sizes, the strides.
^put:
  %own_slots = llvm.getelementptr %slots[%slot] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %second = llvm.getelementptr %own_slots[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %offset = llvm.getelementptr %own_slots[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %sizes = llvm.getelementptr %own_slots[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %data, %own_slots {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %data, %second {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %zero, %offset {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^sizes(%rank, %one : i64, i64)

^sizes(%left: i64, %stride: i64):
  %is_done = llvm.icmp "eq" %left, %zero : i64
  llvm.cond_br %is_done, ^last, ^size

^size:
  %dim = llvm.sub %left, %one : i64
  %own_size_at = llvm.getelementptr %own_sizes[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size = llvm.load %own_size_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %size_slot = llvm.getelementptr %sizes[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %stride_slot = llvm.getelementptr %strides[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %size, %size_slot {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %stride, %stride_slot {alignment = 8 : i64} : i64, !llvm.ptr
  %wanted_at = llvm.getelementptr %wanted_sizes[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %wanted = llvm.load %wanted_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_number = llvm.icmp "sge" %wanted, %zero : i64
  %place = llvm.sub %minus_two, %wanted : i64
  %is_place = llvm.icmp "sge" %place, %zero : i64
  %checked_place = llvm.select %is_place, %place, %zero : i1, i64
  %same_slot = llvm.getelementptr %slots[%checked_place] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %same = llvm.load %same_slot {alignment = 8 : i64} : !llvm.ptr -> i64
  %same_or_any = llvm.select %is_place, %same, %size : i1, i64
  %expected = llvm.select %is_number, %wanted, %same_or_any : i1, i64
  %fits_size = llvm.icmp "eq" %size, %expected : i64
  %next_stride = llvm.mul %stride, %size : i64
  llvm.cond_br %fits_size, ^sizes(%dim, %next_stride : i64, i64), ^leave(%no : i32)

^last:
  %following = llvm.getelementptr %wanted_sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.br ^next(%following : !llvm.ptr)

^leave(%answer: i32):
  llvm.return %answer : i32
}
